import { book } from "../lib/words.svelte";
import { words } from "../words/pit.en";

export const t = book(words, {
  es: () => import("../words/pit.es"),
  zh: () => import("../words/pit.zh"),
  vi: () => import("../words/pit.vi"),
});
