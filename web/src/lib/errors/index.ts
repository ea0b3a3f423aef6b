import { Refusal } from "../api";
import { preferences } from "../preferences.svelte";
import { createLateTranslator } from "../i18n.svelte";

const translateCode = createLateTranslator(import.meta.glob("./words.*.ts"));

/**
 * Return the text of an error: in English the server's message, which has the amounts; in other languages, or without a message, the
 * translation of the error code, which has none.
 */
export function errorText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Refusal ? error.code : "";
  if (code === "" || (preferences.language === "en" && message !== "")) return message;
  return translateCode(code) ?? message;
}
