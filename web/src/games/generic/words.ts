import { createTranslator } from "../../lib/i18n.svelte";
import { words } from "./words.en";

/** Translates the texts of the generic table for all screens. */
export const t = createTranslator(words, import.meta.glob(["./words.*.ts", "!./words.en.ts"]));
