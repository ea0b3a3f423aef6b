import { createTranslator } from "../lib/i18n.svelte";
import { words } from "../words/lobby.en";

/** What the lobby, the sign-in and the bar say. */
export const t = createTranslator(words, {
  es: () => import("../words/lobby.es"),
  zh: () => import("../words/lobby.zh"),
  vi: () => import("../words/lobby.vi"),
});
