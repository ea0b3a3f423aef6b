import { dollars } from "../lib/money";
import type { TableView, Wager } from "../lib/types";
import { t } from "./words";

/** "8:1" as a number of times; null for a fixed sum or a meter. */
export function times(odds: string | null): number | null {
  const match = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(odds ?? "");
  return match === null ? null : Number(match[1]) / Number(match[2]);
}

function fixedCents(odds: string | null): number | null {
  const match = /^\$([\d,]+(?:\.\d{2})?)$/.exec(odds ?? "");
  return match === null ? null : Math.round(Number((match[1] ?? "").replaceAll(",", "")) * 100);
}

/** "8 to 1" in the reader's language. */
export function oddsInWords(odds: string): string {
  const [first = "", second = ""] = odds.split(":");
  return second === "" ? odds : t("odds.to", { first, second });
}

function best(wager: Wager): string | null {
  const ratios = wager.rows.filter((row) => times(row.odds) !== null);
  return ratios.sort((one, other) => (times(other.odds) ?? 0) - (times(one.odds) ?? 0))[0]?.odds ?? null;
}

/** What stands on the spot: "8 to 1"; of several rows the best. */
export function oddsOf(wager: Wager): string {
  const top = best(wager);
  if (top !== null) {
    const several = new Set(wager.rows.map((row) => row.odds)).size > 1;
    const words = oddsInWords(top);
    return several ? t("odds.up_to", { odds: words }) : words;
  }
  const sums = wager.rows.map((row) => fixedCents(row.odds)).filter((cents) => cents !== null);
  if (wager.rows.some((row) => row.meter)) return t("odds.meter");
  return sums.length === 0 ? "" : t("odds.up_to", { odds: dollars(Math.max(...sums)) });
}

/** The share of a win that the house keeps, in percent: vigorish or commission. */
export function keptPercent(wager: Wager): number {
  const term = wager.terms.find((one) => /vigorish|commission/i.test(one.title));
  return Number(/(\d+(?:\.\d+)?)%/.exec(term?.text ?? "")?.[1] ?? 0);
}

/** The most a stake would win, in cents; null where that cannot be said. */
export function wouldWin(wager: Wager, cents: number, progressives: TableView["progressives"]): number | null {
  const top = times(best(wager));
  const ratio = top === null ? [] : [Math.round(cents * top * (1 - keptPercent(wager) / 100))];
  const sums = wager.rows.map((row) => fixedCents(row.odds)).filter((sum) => sum !== null);
  const meters = progressives.filter((meter) => meter.wager === wager.id && meter.cents !== null).map((meter) => meter.cents ?? 0);
  const all = [...ratio, ...sums, ...meters];
  return all.length === 0 ? null : Math.max(...all);
}

export function paysSeveral(wager: Wager): boolean {
  return new Set(wager.rows.map((row) => row.odds)).size > 1;
}

/** What a row of a settled wager paid, "40 to 1"; "" where the rulebook has no ratio for it. */
export function paidAt(wager: Wager, rowName: string): string {
  const row = wager.rows.find((one) => one.name === rowName) ?? (wager.rows.length === 1 ? wager.rows[0] : undefined);
  return row?.odds && times(row.odds) !== null ? oddsInWords(row.odds) : "";
}
