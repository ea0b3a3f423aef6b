import { createTranslator } from "../../lib/i18n.svelte";
import { words } from "./words.en";

export const t = createTranslator(words, import.meta.glob(["./words.*.ts", "!./words.en.ts"]));
