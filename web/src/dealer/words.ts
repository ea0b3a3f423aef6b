import { createTranslator } from "../lib/i18n.svelte";
import { words } from "../words/dealer.en";

/** What is read at the console. */
export const t = createTranslator(words, {
  es: () => import("../words/dealer.es"),
  zh: () => import("../words/dealer.zh"),
  vi: () => import("../words/dealer.vi"),
});
