import { formatPercent } from "../../lib/numbers";
import type { TableReportResponse, TableReportRow } from "../../wire.http";

/** Totals of a table, an hour or the whole casino, as in the server's report. */
export type RevenueTotals = Pick<TableReportRow, "drop_cents" | "wagered_cents" | "revenue_cents" | "hold_percent" | "rounds">;
export type HourTotals = RevenueTotals & { since: number; until: number };

const HOUR_MS = 3_600_000;
/** Limit on the hours of a day, in case a wrong clock gives a longer period. */
const MAX_HOURS = 36;
const ZERO_TOTALS: RevenueTotals = { drop_cents: 0, wagered_cents: 0, revenue_cents: 0, hold_percent: null, rounds: 0 };

/** Return the totals of a `tables` report; zero if it has none. */
export const reportTotals = (report: Pick<TableReportResponse, "totals"> | null): RevenueTotals => ({ ...ZERO_TOTALS, ...report?.totals });

/** Split a period into hours; the last one ends at `until`. */
export function hoursBetween(since: number, until: number): [number, number][] {
  const count = Math.min(MAX_HOURS, Math.ceil((until - since) / HOUR_MS));
  return Array.from({ length: count }, (_, index) => [since + index * HOUR_MS, Math.min(until, since + (index + 1) * HOUR_MS)]);
}

export function holdText({ hold_percent }: RevenueTotals): string {
  return hold_percent === null ? "–" : formatPercent(Number(hold_percent), 2);
}

/** Return a round number that is not below the largest value, for the end of an axis. */
export function roundAxisEnd(maximum: number): number {
  if (maximum <= 0) return 100;
  const power = 10 ** Math.floor(Math.log10(maximum));
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((end) => end >= maximum) ?? maximum;
}

/** Return the range of an axis that contains zero and all values, with round numbers at both ends. */
export function axisRange(values: readonly number[]): { top: number; bottom: number } {
  const minimum = Math.min(0, ...values);
  return { top: roundAxisEnd(Math.max(0, ...values)), bottom: minimum === 0 ? 0 : -roundAxisEnd(-minimum) };
}
