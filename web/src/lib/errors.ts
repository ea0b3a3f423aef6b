import { words } from "../words/refusals.en";
import { Refusal } from "./api";
import { preferences } from "./preferences.svelte";
import { createTranslator } from "./i18n.svelte";

const translateCode = createTranslator(words, {
  es: () => import("../words/refusals.es"),
  zh: () => import("../words/refusals.zh"),
  vi: () => import("../words/refusals.vi"),
});

/** Whether a code has a sentence in every language. */
export function hasTranslation(code: string): code is keyof typeof words {
  return Object.hasOwn(words, code);
}

/** The house's own sentence names the figures, and it is English; whoever reads another language gets the code's sentence. */
export function errorText(why: unknown): string {
  const own = why instanceof Error ? why.message : String(why);
  const code = why instanceof Refusal ? why.code : "";
  return hasTranslation(code) && (preferences.language !== "en" || own === "") ? translateCode(code) : own;
}
