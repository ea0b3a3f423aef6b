import { formatDollars } from "../../lib/money";
import { formatCount } from "../../lib/numbers";
import type { Commission, LastRound, PayRow, Payout, Result, Wager } from "../../lib/types";
import { translateRulebookText, type OfGame } from "../../lib/rulebook-translations.svelte";
import { t } from "../words";

/** A pay in the viewer's language: "8 to 1", "250 for 1", "$500". */
export function payText(pay: Payout): string {
  const ratio = { first: String(pay.numerator), second: String(pay.denominator) };
  switch (pay.kind) {
    case "to":
      return t("odds.to", ratio);
    case "for":
      return t("odds.for", ratio);
    case "amount":
      return formatDollars(pay.numerator / pay.denominator);
    case "share":
      return t("odds.meter");
  }
}

/** Odds of a row in the viewer's language, "8 to 1"; "" if they are an amount or a share of a meter. */
export function oddsText(row: PayRow): string {
  return row.pay.kind === "to" || row.pay.kind === "for" ? payText(row.pay) : "";
}

/** Odds of a row as the number that is paid to one, "1,000"; "3–2" if they are not to one. */
export function oddsToOneText({ pay }: PayRow): string {
  const first = formatCount(pay.numerator);
  return pay.denominator === 1 ? first : `${first}–${pay.denominator}`;
}

/** Highest odds of a wager, "3 to 2"; "" if it has no odds. */
export function bestOddsText(wager: Wager): string {
  const { highest } = wager.odds_label;
  return highest === null ? "" : payText(highest);
}

/** Odds of an exception in the words of the felt: half, or a ratio. */
const exceptionText = (pay: Payout): string => (pay.numerator === 1 && pay.denominator === 2 ? t("odds.half") : payText(pay));

/** Odds of a wager as shown on its spot: "8 to 1", "up to 40 to 1", "1 to 1, half on 6". */
export function wagerOddsText(wager: Wager, game?: OfGame): string {
  const { kind, pay, exception, exception_name: row } = wager.odds_label;
  if (kind === "meter") return t("odds.meter");
  if (pay === null) return "";
  if (exception !== null)
    return t("odds.except", { usual: payText(pay), odds: exceptionText(exception), row: translateRulebookText(row, game) });
  return kind === "up-to" ? t("odds.up_to", { odds: payText(pay) }) : payText(pay);
}

/** The usual odds of a wager without exceptions, "1 to 1"; "up to 30 to 1" if its rows differ. */
export function usualOddsText(wager: Wager, game?: OfGame): string {
  const { kind, pay } = wager.odds_label;
  return pay === null || kind === "up-to" || kind === "meter" ? wagerOddsText(wager, game) : payText(pay);
}

/** Commissions of a wager, "less 5%" of a win, "· 5% of a push"; "" if there are none. */
export function chargesText(wager: Wager): string {
  const key = (charge: Commission) =>
    charge.of === "winnings" ? "odds.less" : charge.taken_on === "win" ? "odds.stake_win" : "odds.stake_push";
  return wager.charges.map((charge) => t(key(charge), { percent: charge.percent })).join(", ");
}

/** Odds and commissions of a wager, as shown on its spot. */
export const oddsAndChargesText = (wager: Wager, game?: OfGame): string => `${wagerOddsText(wager, game)} ${chargesText(wager)}`.trim();

/** What the settled round paid on a wager, staked or not, "1 to 2"; "" if it did not win, or by different rows at different seats. */
export function winningOddsText(last: LastRound, wager: Wager): string {
  const pay = last.winning_pays?.[wager.id];
  return pay === undefined ? "" : payText(pay);
}

/** Odds of the row that a settled wager was paid by, "40 to 1"; "" if it has no ratio. */
export function paidOddsText(wager: Wager, rowName: string): string {
  const row = wager.rows.find((row) => row.name === rowName) ?? (wager.rows.length === 1 ? wager.rows[0] : undefined);
  return row === undefined ? "" : oddsText(row);
}

/** Returns "half back, $25" or "$10 comes back" for a lost stake of which a part comes back; "" if nothing does. */
export function partBackText(result: Pick<Result, "result" | "cents" | "net_cents">): string {
  const back = result.result === "lose" ? result.cents + result.net_cents : 0;
  if (back <= 0) return "";
  return t(2 * back === result.cents ? "spot.half_back" : "spot.back", { amount: formatDollars(back) });
}
