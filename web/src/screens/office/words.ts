import { createTranslator } from "../../lib/i18n.svelte";
import { words, type Words } from "./words.en";

export const t = createTranslator(words, import.meta.glob(["./words.*.ts", "!./words.en.ts"]));

/** Return the title of a report column; a column without a translation shows its key. */
export function columnName(key: string): string {
  const known = `col.${key}` as keyof Words;
  return known in words ? t(known) : key.replaceAll("_", " ");
}
