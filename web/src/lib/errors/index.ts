import { words } from "./words.en";
import { Refusal } from "../api";
import { preferences } from "../preferences.svelte";
import { createTranslator } from "../i18n.svelte";

const translateCode = createTranslator(words, import.meta.glob(["./words.*.ts", "!./words.en.ts"]));

/** Return whether the error code has a translation. */
export function hasTranslation(code: string): code is keyof typeof words {
  return Object.hasOwn(words, code);
}

/**
 * Return the text of an error: in English the server's message, which has the amounts; in other languages, or without a message, the
 * translation of the error code, which has none.
 */
export function errorText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Refusal ? error.code : "";
  return hasTranslation(code) && (preferences.language !== "en" || message === "") ? translateCode(code) : message;
}
