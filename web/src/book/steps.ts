import type { TableView } from "../lib/types";
import { words } from "../words/book.en";
import { t } from "./t";

export type Step = NonNullable<TableView["staff"]>["steps"][number];
type Word = keyof typeof words;
const isWord = (key: string): key is Word => Object.hasOwn(words, key);

/** The colours that take turns here, the one in play first. */
export function coloursOf(view: TableView): string[] {
  const given = view.staff?.settings.batches ?? [];
  return given.length > 0 ? given : ["red", "blue"];
}

/** A colour of backs; one of the house's own as the house calls it. */
export function colourName(colour: string): string {
  const key = `batch.${colour}`;
  return isWord(key) ? t(key) : colour;
}

export function howName(choice: string): string {
  const key = `choice.${choice}`;
  return isWord(key) ? t(key) : choice.replaceAll("-", " ");
}

export function whoName(who: string): string {
  const key = `who.${who}`;
  return isWord(key) ? t(key) : who;
}

/** The step that the table waits for, whether it is to be done or to be confirmed. */
export function dueStep(view: TableView): Step | null {
  const name = view.staff?.expects.step;
  return name === undefined ? null : (view.staff?.steps.find((one) => one.id === name) ?? null);
}
