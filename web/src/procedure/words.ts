import { createTranslator } from "../lib/i18n.svelte";
import { words } from "../words/procedure.en";

/** What is done and posted by the book. */
export const t = createTranslator(words, {
  es: () => import("../words/procedure.es"),
  zh: () => import("../words/procedure.zh"),
  vi: () => import("../words/procedure.vi"),
});
