import { createTranslator } from "../lib/i18n.svelte";
import { words } from "../words/board.en";

/** What stands on the board. */
export const t = createTranslator(words, {
  es: () => import("../words/board.es"),
  zh: () => import("../words/board.zh"),
  vi: () => import("../words/board.vi"),
});
