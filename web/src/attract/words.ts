import { createTranslator } from "../lib/i18n.svelte";
import { words } from "../words/attract.en";

/** Words of the attract screen. */
export const t = createTranslator(words, {
  es: () => import("../words/attract.es"),
  zh: () => import("../words/attract.zh"),
  vi: () => import("../words/attract.vi"),
});
