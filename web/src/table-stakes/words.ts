import { createTranslator } from "../lib/i18n.svelte";
import { words } from "../words/table-stakes.en";

/** What is said where seats play one another for the chips in front of them. */
export const t = createTranslator(words, {
  es: () => import("../words/table-stakes.es"),
  zh: () => import("../words/table-stakes.zh"),
  vi: () => import("../words/table-stakes.vi"),
});
