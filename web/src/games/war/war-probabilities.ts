import { formatPercent } from "../../lib/numbers";

/** Odds of one wager from the par sheet: the probability that it loses, and that each row of its pay table wins. */
type WarOdds = { wager: string; loss: number; rows: { probability: number }[] };
export type WarOddsSheet = { wagers: WarOdds[] };

/** Returns the probability of 0, 1, 2, ... wars; the last entry includes all higher numbers. Empty without a sheet. */
export function warProbabilities(sheet: WarOddsSheet | null): number[] {
  const war = sheet?.wagers.find((wager) => wager.wager === "war");
  return war === undefined ? [] : [war.loss, ...war.rows.map((row) => row.probability)];
}

/** Formats a probability with three decimals, "92.530%"; "<0.001%" if a possible event would be rounded to zero. */
export function probabilityText(probability: number | undefined): string {
  if (probability === undefined) return "–";
  const percent = 100 * probability;
  return probability > 0 && percent < 0.0005 ? "<0.001%" : formatPercent(percent, 3);
}
