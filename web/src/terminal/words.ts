import { book } from "../lib/words.svelte";
import { words } from "../words/terminal.en";

/** What the player terminal says. */
export const t = book(words, {
  es: () => import("../words/terminal.es"),
  zh: () => import("../words/terminal.zh"),
  vi: () => import("../words/terminal.vi"),
});
