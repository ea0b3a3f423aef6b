import { book } from "../lib/words.svelte";
import { words } from "../words/dealer.en";

/** What is read at the console. */
export const t = book(words, {
  es: () => import("../words/dealer.es"),
  zh: () => import("../words/dealer.zh"),
  vi: () => import("../words/dealer.vi"),
});
