import { createTranslator } from "../lib/i18n.svelte";
import { words } from "../words/board.en";

/** Texts of the boards. */
export const t = createTranslator(words, {
  es: () => import("../words/board.es"),
  zh: () => import("../words/board.zh"),
  vi: () => import("../words/board.vi"),
});
