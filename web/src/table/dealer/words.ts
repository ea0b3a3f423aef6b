import { createTranslator } from "../../lib/i18n.svelte";
import { words } from "./words.en";

/** Translates the texts of the dealer's console. */
export const t = createTranslator(words, import.meta.glob(["./words.*.ts", "!./words.en.ts"]));
