import { words } from "../words/refusals.en";
import { Refusal } from "./api";
import { choices } from "./choices.svelte";
import { book } from "./words.svelte";

const says = book(words, {
  es: () => import("../words/refusals.es"),
  zh: () => import("../words/refusals.zh"),
  vi: () => import("../words/refusals.vi"),
});

/** Whether a code has a sentence in every language. */
export function isKnown(code: string): code is keyof typeof words {
  return Object.hasOwn(words, code);
}

/** The house's own sentence names the figures, and it is English; whoever reads another language gets the code's sentence. */
export function inWords(why: unknown): string {
  const own = why instanceof Error ? why.message : String(why);
  const code = why instanceof Refusal ? why.code : "";
  return isKnown(code) && (choices.language !== "en" || own === "") ? says(code) : own;
}
