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

/** What is said of each thing that may be entered with a step; nothing of one that was left open. */
const ENTERED: Record<string, (value: unknown) => string> = {
  seat: (seat) => (seat === null ? t("cut.dealer") : t("cut.by", { seat: Number(seat) })),
  declined: (seats) => (Array.isArray(seats) && seats.length > 0 ? t("entered.declined", { seats: seats.join(", ") }) : ""),
  from_end: (many) => t("entered.from_end", { many: Number(many) }),
  batch: (colour) => (colour === null ? "" : t("entered.is", { what: t("batch"), value: colourName(String(colour)) })),
  seals_unbroken: () => t("seals"),
  inventory: (number) => t("entered.is", { what: t("inventory"), value: String(number) }),
  device: (number) => t("entered.is", { what: t("device"), value: String(number) }),
  sound: () => t("device.sound"),
  choice: (choice) => t("entered.is", { what: t("choice"), value: howName(String(choice)) }),
  note: (note) => t("entered.note", { note: String(note) }),
};

/** What was entered with a step, a few words each. A broken seal or a faulty device is never recorded: the table refuses it. */
export function enteredTold(entered: Record<string, unknown>): string[] {
  return Object.entries(entered)
    .map(([key, value]) => ENTERED[key]?.(value) ?? `${key}: ${String(value)}`)
    .filter((said) => said !== "");
}

export function whoName(who: string): string {
  const key = `who.${who}`;
  return isWord(key) ? t(key) : who;
}

/** The step that the table waits for, whether it is to be done or to be confirmed. */
export function dueStep(view: TableView): Step | null {
  const name = view.staff?.next_step.step;
  return name === undefined ? null : (view.staff?.steps.find((one) => one.id === name) ?? null);
}
