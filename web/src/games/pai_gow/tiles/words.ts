import { createTranslator } from "../../../lib/i18n.svelte";
import { words } from "./words.en";

/** Translates the words that only pai gow tiles needs; the others come from pai gow poker. */
export const t = createTranslator(words, import.meta.glob(["./words.*.ts", "!./words.en.ts"]));
