import { book } from "../lib/words.svelte";
import { words } from "../words/book.en";

/** What is done and posted by the book. */
export const t = book(words, {
  es: () => import("../words/book.es"),
  zh: () => import("../words/book.zh"),
  vi: () => import("../words/book.vi"),
});
