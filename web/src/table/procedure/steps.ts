import type { TableView } from "../../lib/types";
import { words } from "./words.en";
import { t } from "./words";

export type ProcedureStep = NonNullable<TableView["staff"]>["steps"][number];
type WordKey = keyof typeof words;
const isWordKey = (key: string): key is WordKey => Object.hasOwn(words, key);

/** Return the colours of card backs that alternate at this table, as set; red and blue by default. */
export function backColours(view: TableView): string[] {
  const colours = view.staff?.settings.batches ?? [];
  return colours.length > 0 ? colours : ["red", "blue"];
}

/** Return the translated name of a colour of card backs; an unknown colour is returned as it is. */
export function backColourName(colour: string): string {
  const key = `batch.${colour}`;
  return isWordKey(key) ? t(key) : colour;
}

export function stepChoiceName(choice: string): string {
  const key = `choice.${choice}`;
  return isWordKey(key) ? t(key) : choice.replaceAll("-", " ");
}

/** Texts of the values that can be entered with a step, by key; "" for a value that was left open. */
const ENTERED_VALUE_TEXT: Record<string, (value: unknown) => string> = {
  seat: (seat) => (seat === null ? t("cut.dealer") : t("cut.by", { seat: Number(seat) })),
  declined: (seats) => (Array.isArray(seats) && seats.length > 0 ? t("entered.declined", { seats: seats.join(", ") }) : ""),
  from_end: (count) => t("entered.from_end", { many: Number(count) }),
  batch: (colour) => (colour === null ? "" : t("entered.is", { what: t("batch"), value: backColourName(String(colour)) })),
  seals_unbroken: () => t("seals"),
  inventory: (number) => t("entered.is", { what: t("inventory"), value: String(number) }),
  device: (number) => t("entered.is", { what: t("device"), value: String(number) }),
  sound: () => t("device.sound"),
  choice: (choice) => t("entered.is", { what: t("choice"), value: stepChoiceName(String(choice)) }),
  note: (note) => t("entered.note", { note: String(note) }),
};

/** Return a text for each value entered with a step. There is none for broken seals or faulty devices: the server refuses them. */
export function enteredValuesText(entered: Record<string, unknown>): string[] {
  return Object.entries(entered)
    .map(([key, value]) => ENTERED_VALUE_TEXT[key]?.(value) ?? `${key}: ${String(value)}`)
    .filter((text) => text !== "");
}

export function roleName(who: string): string {
  const key = `who.${who}`;
  return isWordKey(key) ? t(key) : who;
}

/** Return the step the table waits for, to be completed or verified; null if there is none. */
export function dueStep(view: TableView): ProcedureStep | null {
  const id = view.staff?.next_step.step;
  return id === undefined ? null : (view.staff?.steps.find((step) => step.id === id) ?? null);
}
