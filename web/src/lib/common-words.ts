import { words } from "./words.en";
import { createTranslator } from "./i18n.svelte";

/** Translate a key of the words that all screens share. Not named `t`, because most files also import the `t` of their own area. */
export const tCommon = createTranslator(words, import.meta.glob(["./words.*.ts", "!./words.en.ts"]));
