import { formatDollars, fractionOf } from "../lib/money";
import type { Commission, PayRow, TableView, Wager } from "../lib/types";
import { translateRulebookText } from "../rulebook/rulebook-translations.svelte";
import { t } from "./words";

/** How many times the stake a row wins; null for a fixed sum or a meter. */
export function payMultiple(row: PayRow): number | null {
  return row.pay.kind === "to" ? row.pay.numerator / row.pay.denominator : null;
}

const fixedCents = (row: PayRow): number | null => (row.pay.kind === "amount" ? row.pay.numerator / row.pay.denominator : null);

/** "8 to 1" in the reader's language, as the rulebook's figures have it; "" for what is no ratio. */
export function oddsText(row: PayRow): string {
  const [first = "", second = ""] = row.odds.split(":");
  return row.pay.kind === "to" ? t("odds.to", { first, second }) : "";
}

function best(wager: Wager): PayRow | null {
  const ratios = wager.rows.filter((row) => payMultiple(row) !== null);
  return ratios.sort((one, other) => (payMultiple(other) ?? 0) - (payMultiple(one) ?? 0))[0] ?? null;
}

/** The best a wager pays, "3 to 2"; "" where that is no ratio. */
export function bestOddsText(wager: Wager): string {
  const top = best(wager);
  return top === null ? "" : oddsText(top);
}

/** The odds of a line that pays two ways, exactly: "even money, half on 6"; null where it pays one way, or many. */
function usualAndExcept(wager: Wager): string | null {
  const usual = wager.rows.at(-1);
  const others = wager.rows.filter((row) => row.odds !== usual?.odds);
  const [except] = others;
  const isPlain = wager.group === "line" && usual !== undefined && wager.rows.every((row) => row.pay.kind === "to");
  if (!isPlain || except === undefined || new Set(others.map((row) => row.odds)).size > 1) return null;
  // "Banker wins with 6" is painted as 6.
  const row = /(\d+)$/.exec(except.name)?.[1] ?? translateRulebookText(except.name);
  return row === "" ? null : t("odds.except", { usual: spokenOdds(usual), odds: spokenOdds(except), row });
}

function spokenOdds(row: PayRow): string {
  return row.odds === "1:1" ? t("odds.even") : row.odds === "1:2" ? t("odds.half") : oddsText(row);
}

/** What stands on the spot: "8 to 1"; of several rows the best. */
export function wagerOddsText(wager: Wager): string {
  const exactly = usualAndExcept(wager);
  if (exactly !== null) return exactly;
  const top = best(wager);
  if (top !== null) {
    const several = new Set(wager.rows.map((row) => row.odds)).size > 1;
    const words = oddsText(top);
    return several ? t("odds.up_to", { odds: words }) : words;
  }
  const sums = wager.rows.map((row) => fixedCents(row)).filter((cents) => cents !== null);
  if (wager.rows.some((row) => row.meter)) return t("odds.meter");
  return sums.length === 0 ? "" : t("odds.up_to", { odds: formatDollars(Math.max(...sums)) });
}

/** What the house keeps, beside the odds: "less 5%" of a win, "· 5% of a push"; "" where it keeps nothing. */
export function chargesText(wager: Wager): string {
  const word = (one: Commission) => (one.of === "winnings" ? "odds.less" : one.taken_on === "win" ? "odds.stake_win" : "odds.stake_push");
  return wager.charges.map((one) => t(word(one), { percent: fractionOf(100, one.share) })).join(", ");
}

/** All that a spot says of its odds: what the wager pays and what the house keeps of it. */
export const oddsAndChargesText = (wager: Wager): string => `${wagerOddsText(wager)} ${chargesText(wager)}`.trim();

/** What is kept of a winning stake and of what it wins, in cents. */
function keptOfWin(wager: Wager, cents: number, wins: number): number {
  const onWin = wager.charges.filter((one) => one.taken_on === "win");
  return onWin.reduce((sum, one) => sum + fractionOf(one.of === "stake" ? cents : wins, one.share), 0);
}

/** The most a stake would win, in cents; null where that cannot be said. */
export function maxWinCents(wager: Wager, cents: number, progressives: TableView["progressives"]): number | null {
  const paid = best(wager);
  const top = paid === null ? null : payMultiple(paid);
  const ratio = top === null ? [] : [Math.round(cents * top - keptOfWin(wager, cents, cents * top))];
  const sums = wager.rows.map((row) => fixedCents(row)).filter((sum) => sum !== null);
  const meters = progressives.filter((meter) => meter.wager === wager.id && meter.cents !== null).map((meter) => meter.cents ?? 0);
  const all = [...ratio, ...sums, ...meters];
  return all.length === 0 ? null : Math.max(...all);
}

export function hasSeveralOdds(wager: Wager): boolean {
  return new Set(wager.rows.map((row) => row.odds)).size > 1;
}

/** What a row of a settled wager paid, "40 to 1"; "" where the rulebook has no ratio for it. */
export function paidOddsText(wager: Wager, rowName: string): string {
  const row = wager.rows.find((one) => one.name === rowName) ?? (wager.rows.length === 1 ? wager.rows[0] : undefined);
  return row === undefined ? "" : oddsText(row);
}
