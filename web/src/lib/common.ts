import { words } from "../words/common.en";
import { book } from "./words.svelte";

/** What every screen says. */
export const common = book(words, {
  es: () => import("../words/common.es"),
  zh: () => import("../words/common.zh"),
  vi: () => import("../words/common.vi"),
});
