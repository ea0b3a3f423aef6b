import type { TableView } from "../lib/types";
import { words } from "../words/procedure.en";
import { t } from "./words";

export type ProcedureStep = NonNullable<TableView["staff"]>["steps"][number];
type WordKey = keyof typeof words;
const isWordKey = (key: string): key is WordKey => Object.hasOwn(words, key);

/** The colours that take turns here, the one in play first. */
export function backColours(view: TableView): string[] {
  const given = view.staff?.settings.batches ?? [];
  return given.length > 0 ? given : ["red", "blue"];
}

/** A colour of backs; one of the house's own as the house calls it. */
export function backColourName(colour: string): string {
  const key = `batch.${colour}`;
  return isWordKey(key) ? t(key) : colour;
}

export function stepChoiceName(choice: string): string {
  const key = `choice.${choice}`;
  return isWordKey(key) ? t(key) : choice.replaceAll("-", " ");
}

/** What is said of each thing that may be entered with a step; nothing of one that was left open. */
const ENTERED_VALUE_TEXT: Record<string, (value: unknown) => string> = {
  seat: (seat) => (seat === null ? t("cut.dealer") : t("cut.by", { seat: Number(seat) })),
  declined: (seats) => (Array.isArray(seats) && seats.length > 0 ? t("entered.declined", { seats: seats.join(", ") }) : ""),
  from_end: (many) => t("entered.from_end", { many: Number(many) }),
  batch: (colour) => (colour === null ? "" : t("entered.is", { what: t("batch"), value: backColourName(String(colour)) })),
  seals_unbroken: () => t("seals"),
  inventory: (number) => t("entered.is", { what: t("inventory"), value: String(number) }),
  device: (number) => t("entered.is", { what: t("device"), value: String(number) }),
  sound: () => t("device.sound"),
  choice: (choice) => t("entered.is", { what: t("choice"), value: stepChoiceName(String(choice)) }),
  note: (note) => t("entered.note", { note: String(note) }),
};

/** What was entered with a step, a few words each. A broken seal or a faulty device is never recorded: the table refuses it. */
export function enteredValuesText(entered: Record<string, unknown>): string[] {
  return Object.entries(entered)
    .map(([key, value]) => ENTERED_VALUE_TEXT[key]?.(value) ?? `${key}: ${String(value)}`)
    .filter((said) => said !== "");
}

export function roleName(who: string): string {
  const key = `who.${who}`;
  return isWordKey(key) ? t(key) : who;
}

/** The step that the table waits for, whether it is to be done or to be confirmed. */
export function dueStep(view: TableView): ProcedureStep | null {
  const name = view.staff?.next_step.step;
  return name === undefined ? null : (view.staff?.steps.find((one) => one.id === name) ?? null);
}
