import { createTranslator } from "../lib/i18n.svelte";
import { words } from "./words.en";

/** Texts of the boards. */
export const t = createTranslator(words, {
  es: () => import("./words.es"),
  zh: () => import("./words.zh"),
  vi: () => import("./words.vi"),
});
