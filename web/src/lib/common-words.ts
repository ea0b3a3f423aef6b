import { words } from "../words/common.en";
import { createTranslator } from "./i18n.svelte";

/** What every screen says. */
export const tCommon = createTranslator(words, {
  es: () => import("../words/common.es"),
  zh: () => import("../words/common.zh"),
  vi: () => import("../words/common.vi"),
});
