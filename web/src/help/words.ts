import { createTranslator } from "../lib/i18n.svelte";
import { words } from "../words/help.en";

/** Words of the help dialog. */
export const t = createTranslator(words, {
  es: () => import("../words/help.es"),
  zh: () => import("../words/help.zh"),
  vi: () => import("../words/help.vi"),
});
