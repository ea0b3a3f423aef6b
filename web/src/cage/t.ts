import { book } from "../lib/words.svelte";
import { words } from "../words/cage.en";

export const t = book(words, {
  es: () => import("../words/cage.es"),
  zh: () => import("../words/cage.zh"),
  vi: () => import("../words/cage.vi"),
});
