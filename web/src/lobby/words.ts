import { createTranslator } from "../lib/i18n.svelte";
import { words } from "../words/lobby.en";

/** Words of the lobby, the sign-in form and the top bar. */
export const t = createTranslator(words, {
  es: () => import("../words/lobby.es"),
  zh: () => import("../words/lobby.zh"),
  vi: () => import("../words/lobby.vi"),
});
