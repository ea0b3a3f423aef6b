import { createTranslator } from "../../lib/i18n.svelte";
import { words } from "./words.en";

/** Words of the lobby, the sign-in form and the top bar. */
export const t = createTranslator(words, import.meta.glob(["./words.*.ts", "!./words.en.ts"]));
