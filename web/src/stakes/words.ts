import { book } from "../lib/words.svelte";
import { words } from "../words/stakes.en";

/** What is said where seats play one another for the chips in front of them. */
export const t = book(words, {
  es: () => import("../words/stakes.es"),
  zh: () => import("../words/stakes.zh"),
  vi: () => import("../words/stakes.vi"),
});
