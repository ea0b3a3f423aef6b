import { createTranslator } from "../../lib/i18n.svelte";
import { parseHandName } from "../../ui/hand-names/made-hand";
import { madeHandName } from "../../ui/hand-names/hand-names";
import { formatPoints } from "../../table/table-stakes/table-stakes";
import { words } from "./words.en";

export { madeHandName, shortMadeHandName } from "../../ui/hand-names/hand-names";

/** Translates the words of Thirteen Card, for all screens. */
export const t = createTranslator(words, import.meta.glob(["./words.*.ts", "!./words.en.ts"]));

export const ROW_NAMES = ["front", "middle", "back"] as const;
export type RowName = (typeof ROW_NAMES)[number];
const SWEEPS = [
  "pure-dragon",
  "one-colour-dragon",
  "dragon",
  "one-colour",
  "minor",
  "senior",
  "six-wheels",
  "three-flush",
  "three-straight",
] as const;
const HAND_STATES = ["regular", "clean-sweep", "surrendered", "surrender", "foul", "opened", "set", "setting"] as const;

export const isRowName = (name: string): name is RowName => ROW_NAMES.some((row) => row === name);

export function rowLabel(row: string): string {
  return isRowName(row) ? t(`row.${row}`) : row;
}

/** Returns the label of a declaration: "Clean Sweep", "Surrender". */
export function declarationName(name: string): string {
  return name === "clean-sweep" || name === "surrender" ? t(`declare.${name}`) : name;
}

/** Returns the display name of a hand's state, clean sweep or rank: "set", "foul", "Dragon", "full house". */
export function handStateName(state: string): string {
  const sweep = SWEEPS.find((name) => name === state.replaceAll("_", "-"));
  if (sweep !== undefined) return t(`sweep.${sweep}`);
  const handState = HAND_STATES.find((name) => name === state);
  if (handState !== undefined) return t(`end.${handState}`);
  const madeHand = parseHandName(state);
  return madeHand === null ? state : madeHandName(madeHand);
}

/** Returns the display name of a hand: "Seat 4", "Seat 4, back". */
export function handName(name: string): string {
  const handId = parseHandId(name);
  if (handId === null) return name;
  return handId.row === null
    ? t("seat", { seat: handId.seat })
    : t("seat.row", { seat: handId.seat, row: rowLabel(handId.row).toLocaleLowerCase() });
}

/** Parses a hand id such as "player:4/back" into seat and row; null for other ids. */
export function parseHandId(name: string): { seat: number; row: RowName | null } | null {
  const match = /^player:(\d+)(?:\/(\w+))?$/.exec(name);
  if (match === null) return null;
  const row = match[2] ?? "";
  return { seat: Number(match[1]), row: isRowName(row) ? row : null };
}

/** Returns points with a sign: "+6 points", "−1 point"; "even" for 0. */
export function pointsText(points: number): string {
  if (points === 0) return t("points.none");
  return t("points", { count: Math.abs(points), points: formatPoints(points) });
}
