import { createTranslator } from "../../../lib/i18n.svelte";
import { words } from "./words.en";

/** Translates the texts of several tables side by side. Not named `t`, because the components also use the words of the table. */
export const tSeveral = createTranslator(words, import.meta.glob(["./words.*.ts", "!./words.en.ts"]));
