import type { ShoeStatistics, TableView, Wager } from "./types";

/** Return the wagers counted as bonus bets: placed before the deal, and neither a line wager nor a tie. */
export function bonusWagers(view: TableView): Wager[] {
  return view.wagers.filter((wager) => !wager.is_placed_during_round && wager.group !== "line" && wager.group !== "tie");
}

/** Return how many of the counted rounds the wager won, and the percentage; `percent` is null before the first round. */
export function winStatistics(statistics: Pick<ShoeStatistics, "wagers">, id: string): { count: number; percent: string | null } {
  return { count: statistics.wagers[id]?.count ?? 0, percent: statistics.wagers[id]?.percent ?? null };
}
