import { book } from "../../lib/words.svelte";
import { readName } from "../../ui/made/made";
import { madeName } from "../../ui/made/words";
import { words } from "./words/en";

export { madeName, madeShort } from "../../ui/made/words";

/** What thirteen cards say, on every screen. */
export const t = book(words, {
  es: () => import("./words/es"),
  zh: () => import("./words/zh"),
  vi: () => import("./words/vi"),
});

export const ROWS = ["front", "middle", "back"] as const;
export type Row = (typeof ROWS)[number];
const SWEEPS = ["pure-dragon", "one-colour-dragon", "dragon", "one-colour", "minor", "senior", "six-wheels", "three-flush", "three-straight"] as const;
const ENDS = ["regular", "clean-sweep", "surrendered", "surrender", "foul", "opened", "set", "setting"] as const;

export const isRow = (name: string): name is Row => ROWS.some((row) => row === name);

export function rowName(row: string): string {
  return isRow(row) ? t(`row.${row}`) : row;
}

/** "Clean Sweep", "Surrender". */
export function declarationName(name: string): string {
  return name === "clean-sweep" || name === "surrender" ? t(`declare.${name}`) : name;
}

/** How a hand stands or ended: "set", "foul", "Dragon". */
export function endName(end: string): string {
  const sweep = SWEEPS.find((one) => one === end.replaceAll("_", "-"));
  if (sweep !== undefined) return t(`sweep.${sweep}`);
  const known = ENDS.find((one) => one === end);
  if (known !== undefined) return t(`end.${known}`);
  const made = readName(end);
  return made === null ? end : madeName(made);
}

/** "Seat 4, back". */
export function handName(name: string): string {
  const read = readHand(name);
  if (read === null) return name;
  return read.row === null ? t("seat", { seat: read.seat }) : t("seat.row", { seat: read.seat, row: rowName(read.row).toLocaleLowerCase() });
}

/** Whose a hand is, and which of his rows; null for a name of another kind. */
export function readHand(name: string): { seat: number; row: Row | null } | null {
  const match = /^player:(\d+)(?:\/(\w+))?$/.exec(name);
  if (match === null) return null;
  const row = match[2] ?? "";
  return { seat: Number(match[1]), row: isRow(row) ? row : null };
}

/** "+6 points", "−1 point", "even". */
export function pointsTold(points: number): string {
  if (points === 0) return t("points.none");
  return t(Math.abs(points) === 1 ? "points.one" : "points.many", { points: points > 0 ? `+${points}` : points });
}
