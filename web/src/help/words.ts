import { createTranslator } from "../lib/i18n.svelte";
import { words } from "../words/help.en";

/** What the help says. */
export const t = createTranslator(words, {
  es: () => import("../words/help.es"),
  zh: () => import("../words/help.zh"),
  vi: () => import("../words/help.vi"),
});
