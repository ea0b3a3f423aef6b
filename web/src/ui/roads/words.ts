import { book } from "../../lib/words.svelte";
import { words } from "../../words/roads.en";

/** What is written on and beside the roads. */
export const t = book(words, {
  es: () => import("../../words/roads.es"),
  zh: () => import("../../words/roads.zh"),
  vi: () => import("../../words/roads.vi"),
});
