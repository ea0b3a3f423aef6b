import { book } from "../lib/words.svelte";
import { words } from "../words/help.en";

/** What the help says. */
export const t = book(words, {
  es: () => import("../words/help.es"),
  zh: () => import("../words/help.zh"),
  vi: () => import("../words/help.vi"),
});
