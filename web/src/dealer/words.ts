import { createTranslator } from "../lib/i18n.svelte";
import { words } from "../words/dealer.en";

/** Translates the texts of the dealer's console. */
export const t = createTranslator(words, {
  es: () => import("../words/dealer.es"),
  zh: () => import("../words/dealer.zh"),
  vi: () => import("../words/dealer.vi"),
});
