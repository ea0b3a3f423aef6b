import { createTranslator } from "../../lib/i18n.svelte";
import { parseHandName } from "../../ui/hand-names/made-hand";
import { madeHandName } from "../../ui/hand-names/hand-names";
import { words } from "./words/en";

export { madeHandName, shortMadeHandName } from "../../ui/hand-names/hand-names";

/** What thirteen cards say, on every screen. */
export const t = createTranslator(words, {
  es: () => import("./words/es"),
  zh: () => import("./words/zh"),
  vi: () => import("./words/vi"),
});

export const ROW_NAMES = ["front", "middle", "back"] as const;
export type RowName = (typeof ROW_NAMES)[number];
const SWEEPS = ["pure-dragon", "one-colour-dragon", "dragon", "one-colour", "minor", "senior", "six-wheels", "three-flush", "three-straight"] as const;
const HAND_STATES = ["regular", "clean-sweep", "surrendered", "surrender", "foul", "opened", "set", "setting"] as const;

export const isRowName = (name: string): name is RowName => ROW_NAMES.some((row) => row === name);

export function rowLabel(row: string): string {
  return isRowName(row) ? t(`row.${row}`) : row;
}

/** "Clean Sweep", "Surrender". */
export function declarationName(name: string): string {
  return name === "clean-sweep" || name === "surrender" ? t(`declare.${name}`) : name;
}

/** How a hand stands or ended: "set", "foul", "Dragon". */
export function handStateName(state: string): string {
  const sweep = SWEEPS.find((one) => one === state.replaceAll("_", "-"));
  if (sweep !== undefined) return t(`sweep.${sweep}`);
  const known = HAND_STATES.find((one) => one === state);
  if (known !== undefined) return t(`end.${known}`);
  const made = parseHandName(state);
  return made === null ? state : madeHandName(made);
}

/** "Seat 4, back". */
export function handName(name: string): string {
  const read = parseHandId(name);
  if (read === null) return name;
  return read.row === null ? t("seat", { seat: read.seat }) : t("seat.row", { seat: read.seat, row: rowLabel(read.row).toLocaleLowerCase() });
}

/** Whose a hand is, and which of his rows; null for a name of another kind. */
export function parseHandId(name: string): { seat: number; row: RowName | null } | null {
  const match = /^player:(\d+)(?:\/(\w+))?$/.exec(name);
  if (match === null) return null;
  const row = match[2] ?? "";
  return { seat: Number(match[1]), row: isRowName(row) ? row : null };
}

/** "+6 points", "−1 point", "even". */
export function pointsText(points: number): string {
  if (points === 0) return t("points.none");
  return t(Math.abs(points) === 1 ? "points.one" : "points.many", { points: points > 0 ? `+${points}` : points });
}
