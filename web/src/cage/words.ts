import { createTranslator } from "../lib/i18n.svelte";
import { words } from "../words/cage.en";

export const t = createTranslator(words, {
  es: () => import("../words/cage.es"),
  zh: () => import("../words/cage.zh"),
  vi: () => import("../words/cage.vi"),
});
