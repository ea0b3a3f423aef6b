import { createTranslator } from "../lib/i18n.svelte";
import { words } from "../words/pit.en";

export const t = createTranslator(words, {
  es: () => import("../words/pit.es"),
  zh: () => import("../words/pit.zh"),
  vi: () => import("../words/pit.vi"),
});
