import { createTranslator } from "../lib/i18n.svelte";
import { words } from "../words/tokens.en";

export const t = createTranslator(words, {
  es: () => import("../words/tokens.es"),
  zh: () => import("../words/tokens.zh"),
  vi: () => import("../words/tokens.vi"),
});
