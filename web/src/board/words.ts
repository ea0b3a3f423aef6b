import { book } from "../lib/words.svelte";
import { words } from "../words/board.en";

/** What stands on the board. */
export const t = book(words, {
  es: () => import("../words/board.es"),
  zh: () => import("../words/board.zh"),
  vi: () => import("../words/board.vi"),
});
