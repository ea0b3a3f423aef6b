import { book } from "../lib/words.svelte";
import { words } from "../words/attract.en";

/** What an idle cabinet says. */
export const t = book(words, {
  es: () => import("../words/attract.es"),
  zh: () => import("../words/attract.zh"),
  vi: () => import("../words/attract.vi"),
});
