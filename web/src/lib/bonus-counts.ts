import type { ShoeStatistics, TableView, Wager } from "./types";

/** The bonus wagers of a layout: what is counted beside the sides, among which a tie is one. */
export function bonusWagers(view: TableView): Wager[] {
  return view.wagers.filter((wager) => !wager.is_placed_during_round && wager.group !== "line" && wager.group !== "tie");
}

/** How often a wager has come in the rounds counted, and the share of them in percent; none before the first round. */
export function winStatistics(statistics: Pick<ShoeStatistics, "wagers">, id: string): { count: number; percent: string | null } {
  return { count: statistics.wagers[id]?.count ?? 0, percent: statistics.wagers[id]?.percent ?? null };
}
