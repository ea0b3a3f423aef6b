import { createTranslator } from "../../lib/i18n.svelte";
import { words } from "./words.en";

/** Texts of the procedure: steps, notices and approvals. */
export const t = createTranslator(words, import.meta.glob(["./words.*.ts", "!./words.en.ts"]));
