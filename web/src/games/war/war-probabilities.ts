import { formatPercent as inPercent } from "../../lib/numbers";

/** How likely each number of wars is, by the par sheet of the table's own rules; the last stands for that many and more. */
type WarOdds = { wager: string; loss: number; rows: { probability: number }[] };
export type WarOddsSheet = { wagers: WarOdds[] };

export function warProbabilities(sheet: WarOddsSheet | null): number[] {
  const war = sheet?.wagers.find((one) => one.wager === "war");
  return war === undefined ? [] : [war.loss, ...war.rows.map((row) => row.probability)];
}

/** "92.530%", "0.003%": three places, and never nothing for what can happen. */
export function probabilityText(chance: number | undefined): string {
  if (chance === undefined) return "–";
  const percent = 100 * chance;
  return chance > 0 && percent < 0.0005 ? "<0.001%" : inPercent(percent, 3);
}
