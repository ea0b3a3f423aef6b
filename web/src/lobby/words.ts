import { book } from "../lib/words.svelte";
import { words } from "../words/lobby.en";

/** What the lobby, the sign-in and the bar say. */
export const t = book(words, {
  es: () => import("../words/lobby.es"),
  zh: () => import("../words/lobby.zh"),
  vi: () => import("../words/lobby.vi"),
});
