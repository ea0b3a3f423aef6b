import { percent } from "../lib/figures";
import type { Row } from "./reports";

/** What a table, an hour or the whole house took: in cents, and in rounds. `win`: what the house earned, whoever banks. */
export type Figures = { drop: number; wagered: number; win: number; held: number; heldOf: number; rounds: number };
export type Hour = Figures & { since: number; until: number };

const HOUR_MS = 3_600_000;
/** A house has no longer day; what a wrong clock asks for beyond that is not drawn. */
const HOURS_MOST = 36;

const sum = (rows: readonly Row[], key: string): number => rows.reduce((total, row) => total + Number(row[key] ?? 0), 0);

/** Lines of the tables' report, added up. Hold is a share of what was wagered where the house banks: elsewhere the bank is a player's. */
export function added(rows: readonly Row[]): Figures {
  const banked = rows.filter((row) => row["hold_percent"] !== null && row["hold_percent"] !== undefined);
  return {
    drop: sum(rows, "drop_cents"),
    wagered: sum(rows, "wagered_cents"),
    win: sum(rows, "revenue_cents"),
    held: sum(banked, "hold_cents"),
    heldOf: sum(banked, "wagered_cents"),
    rounds: sum(rows, "rounds"),
  };
}

/** The hours a day has had so far, the last of them up to now. */
export function hoursOf(since: number, until: number): [number, number][] {
  const count = Math.min(HOURS_MOST, Math.ceil((until - since) / HOUR_MS));
  return Array.from({ length: count }, (_, nth) => [since + nth * HOUR_MS, Math.min(until, since + (nth + 1) * HOUR_MS)]);
}

export function holdShown({ held, heldOf }: Figures): string {
  return heldOf === 0 ? "–" : percent((100 * held) / heldOf, 2);
}


/** A round figure above the largest: where an axis ends. */
export function axisEnd(most: number): number {
  if (most <= 0) return 100;
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((end) => end >= most) ?? most;
}
