import { createTranslator } from "../lib/i18n.svelte";
import { words } from "../words/procedure.en";

/** Texts of the procedure: steps, notices and approvals. */
export const t = createTranslator(words, {
  es: () => import("../words/procedure.es"),
  zh: () => import("../words/procedure.zh"),
  vi: () => import("../words/procedure.vi"),
});
