import { createTranslator } from "../lib/i18n.svelte";
import { words, type OfficeWords } from "./words.en";

export const t = createTranslator(words, {
  es: () => import("./words.es"),
  zh: () => import("./words.zh"),
  vi: () => import("./words.vi"),
});

/** Return the title of a report column; a column without a translation shows its key. */
export function columnName(key: string): string {
  const known = `col.${key}` as keyof OfficeWords;
  return known in words ? t(known) : key.replaceAll("_", " ");
}
