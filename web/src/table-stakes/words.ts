import { createTranslator } from "../lib/i18n.svelte";
import { words } from "../words/table-stakes.en";

/** Texts of table-stakes games. */
export const t = createTranslator(words, {
  es: () => import("../words/table-stakes.es"),
  zh: () => import("../words/table-stakes.zh"),
  vi: () => import("../words/table-stakes.vi"),
});
