import { formatDollars, fractionOf } from "../../lib/money";
import type { Commission, PayRow, TableView, Wager } from "../../lib/types";
import { translateRulebookText } from "../../lib/rulebook-translations.svelte";
import { t } from "../words";

/** How many times the stake a row pays; null for a fixed amount or a meter. */
export function payMultiple(row: PayRow): number | null {
  return row.pay.kind === "to" ? row.pay.numerator / row.pay.denominator : null;
}

const fixedCents = (row: PayRow): number | null => (row.pay.kind === "amount" ? row.pay.numerator / row.pay.denominator : null);

/** Odds of a row in the viewer's language, "8 to 1"; "" if they are not a ratio. */
export function oddsText(row: PayRow): string {
  const [first = "", second = ""] = row.odds.split(":");
  return row.pay.kind === "to" ? t("odds.to", { first, second }) : "";
}

function bestRow(wager: Wager): PayRow | null {
  const ratios = wager.rows.filter((row) => payMultiple(row) !== null);
  return ratios.sort((left, right) => (payMultiple(right) ?? 0) - (payMultiple(left) ?? 0))[0] ?? null;
}

/** Highest odds of a wager, "3 to 2"; "" if it has no ratio. */
export function bestOddsText(wager: Wager): string {
  const top = bestRow(wager);
  return top === null ? "" : oddsText(top);
}

/** Odds of a line with exactly two different ratios, "even money, half on 6"; else null. */
function twoOddsText(wager: Wager): string | null {
  const usual = wager.rows.at(-1);
  const others = wager.rows.filter((row) => row.odds !== usual?.odds);
  const [except] = others;
  const isPlain = wager.group === "line" && usual !== undefined && wager.rows.every((row) => row.pay.kind === "to");
  if (!isPlain || except === undefined || new Set(others.map((row) => row.odds)).size > 1) return null;
  // "Banker wins with 6" is shown as 6.
  const row = /(\d+)$/.exec(except.name)?.[1] ?? translateRulebookText(except.name);
  return row === "" ? null : t("odds.except", { usual: shortOddsText(usual), odds: shortOddsText(except), row });
}

function shortOddsText(row: PayRow): string {
  return row.odds === "1:1" ? t("odds.even") : row.odds === "1:2" ? t("odds.half") : oddsText(row);
}

/** Odds of a wager as shown on its spot, "8 to 1"; "up to" the highest if it has several rows. */
export function wagerOddsText(wager: Wager): string {
  const twoOdds = twoOddsText(wager);
  if (twoOdds !== null) return twoOdds;
  const top = bestRow(wager);
  if (top !== null) {
    const several = new Set(wager.rows.map((row) => row.odds)).size > 1;
    const words = oddsText(top);
    return several ? t("odds.up_to", { odds: words }) : words;
  }
  const sums = wager.rows.map((row) => fixedCents(row)).filter((cents) => cents !== null);
  if (wager.rows.some((row) => row.meter)) return t("odds.meter");
  return sums.length === 0 ? "" : t("odds.up_to", { odds: formatDollars(Math.max(...sums)) });
}

/** Commissions of a wager, "less 5%" of a win, "· 5% of a push"; "" if there are none. */
export function chargesText(wager: Wager): string {
  const key = (charge: Commission) =>
    charge.of === "winnings" ? "odds.less" : charge.taken_on === "win" ? "odds.stake_win" : "odds.stake_push";
  return wager.charges.map((charge) => t(key(charge), { percent: fractionOf(100, charge.share) })).join(", ");
}

/** Odds and commissions of a wager, as shown on its spot. */
export const oddsAndChargesText = (wager: Wager): string => `${wagerOddsText(wager)} ${chargesText(wager)}`.trim();

/** Commission on a winning wager, in cents. */
function commissionOnWin(wager: Wager, cents: number, winCents: number): number {
  const onWin = wager.charges.filter((charge) => charge.taken_on === "win");
  return onWin.reduce((sum, charge) => sum + fractionOf(charge.of === "stake" ? cents : winCents, charge.share), 0);
}

/** Highest possible win of a stake in cents; null if it is not known. */
export function maxWinCents(wager: Wager, cents: number, progressives: TableView["progressives"]): number | null {
  const paid = bestRow(wager);
  const top = paid === null ? null : payMultiple(paid);
  const ratio = top === null ? [] : [Math.round(cents * top - commissionOnWin(wager, cents, cents * top))];
  const sums = wager.rows.map((row) => fixedCents(row)).filter((sum) => sum !== null);
  const meters = progressives.filter((meter) => meter.wager === wager.id && meter.cents !== null).map((meter) => meter.cents ?? 0);
  const amounts = [...ratio, ...sums, ...meters];
  return amounts.length === 0 ? null : Math.max(...amounts);
}

export function hasSeveralOdds(wager: Wager): boolean {
  return new Set(wager.rows.map((row) => row.odds)).size > 1;
}

/** Odds of the row that a settled wager was paid by, "40 to 1"; "" if it has no ratio. */
export function paidOddsText(wager: Wager, rowName: string): string {
  const row = wager.rows.find((row) => row.name === rowName) ?? (wager.rows.length === 1 ? wager.rows[0] : undefined);
  return row === undefined ? "" : oddsText(row);
}
