import { formatPercent } from "../lib/numbers";
import type { Report } from "./reports";

/** What a table, an hour or the whole house took, as the server's report has it. */
export type RevenueTotals = { drop_cents: number; wagered_cents: number; revenue_cents: number; hold_percent: string | null; rounds: number };
export type HourTotals = RevenueTotals & { since: number; until: number };

const HOUR_MS = 3_600_000;
/** A house has no longer day; what a wrong clock asks for beyond that is not drawn. */
const MAX_HOURS = 36;
const ZERO_TOTALS: RevenueTotals = { drop_cents: 0, wagered_cents: 0, revenue_cents: 0, hold_percent: null, rounds: 0 };

/** The sums of a report of tables; those of an empty one are nothing. */
export const reportTotals = (report: Report | null): RevenueTotals => ({ ...ZERO_TOTALS, ...report?.totals }) as RevenueTotals;

/** The hours a day has had so far, the last of them up to now. */
export function hoursBetween(since: number, until: number): [number, number][] {
  const count = Math.min(MAX_HOURS, Math.ceil((until - since) / HOUR_MS));
  return Array.from({ length: count }, (_, nth) => [since + nth * HOUR_MS, Math.min(until, since + (nth + 1) * HOUR_MS)]);
}

export function holdText({ hold_percent }: RevenueTotals): string {
  return hold_percent === null ? "–" : formatPercent(Number(hold_percent), 2);
}

/** A round figure above the largest: where an axis ends. */
export function roundAxisEnd(most: number): number {
  if (most <= 0) return 100;
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((end) => end >= most) ?? most;
}

/** One axis for everything that is drawn: from the round figure below the largest loss, or zero, to the one above the largest amount. */
export function axisRange(values: readonly number[]): { top: number; bottom: number } {
  const least = Math.min(0, ...values);
  return { top: roundAxisEnd(Math.max(0, ...values)), bottom: least === 0 ? 0 : -roundAxisEnd(-least) };
}
