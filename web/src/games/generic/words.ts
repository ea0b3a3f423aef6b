import { createTranslator } from "../../lib/i18n.svelte";
import { words } from "./words/en";

/** Translates the texts of the generic table for all screens. */
export const t = createTranslator(words, {
  es: () => import("./words/es"),
  zh: () => import("./words/zh"),
  vi: () => import("./words/vi"),
});
