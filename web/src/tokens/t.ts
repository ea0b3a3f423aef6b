import { book } from "../lib/words.svelte";
import { words } from "../words/tokens.en";

export const t = book(words, {
  es: () => import("../words/tokens.es"),
  zh: () => import("../words/tokens.zh"),
  vi: () => import("../words/tokens.vi"),
});
