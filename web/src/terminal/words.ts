import { createTranslator } from "../lib/i18n.svelte";
import { words } from "../words/terminal.en";

/** What the player terminal says. */
export const t = createTranslator(words, {
  es: () => import("../words/terminal.es"),
  zh: () => import("../words/terminal.zh"),
  vi: () => import("../words/terminal.vi"),
});
