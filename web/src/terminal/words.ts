import { createTranslator } from "../lib/i18n.svelte";
import { words } from "../words/terminal.en";

/** Texts of the player terminal. */
export const t = createTranslator(words, {
  es: () => import("../words/terminal.es"),
  zh: () => import("../words/terminal.zh"),
  vi: () => import("../words/terminal.vi"),
});
