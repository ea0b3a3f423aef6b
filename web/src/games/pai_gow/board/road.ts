import type { SetHand, TableView } from "../../../lib/types";
import { isWon, type HandComparison } from "../hands";

/** How a seat's two hands came out in a round. */
export type SeatRoundResult = { seat: number; high: HandComparison; low: HandComparison };
/** One round of the road: whose bank it was, how each seat's two hands came out, and the player-dealer's by name. */
export type RoadRound = { round: number; bank: number | null; seats: SeatRoundResult[]; highName: string; lowName: string };

/** The last rounds, the newest last. `rounds` of a table counts those that were played. */
export function roadRounds(view: { rounds: number; trends: { settings: SetHand[] } }, maxRounds: number): RoadRound[] {
  const { settings } = view.trends;
  return settings.slice(-maxRounds).map((round, index, shown) => ({
    round: view.rounds - shown.length + index + 1,
    bank: round.bank,
    seats: round.seats as SeatRoundResult[],
    highName: round.high_name,
    lowName: round.low_name,
  }));
}

/** Of all seats in these rounds: how many took both hands, one, or none. */
export function outcomeCounts(columns: readonly RoadRound[]): { won: number; pushed: number; lost: number } {
  const taken = columns.flatMap((column) => column.seats.map((one) => [one.high, one.low].filter(isWon).length));
  return { won: taken.filter((one) => one === 2).length, pushed: taken.filter((one) => one === 1).length, lost: taken.filter((one) => one === 0).length };
}

/** Of the last round: which seats took both, one, none. */
export function lastRoundSeats(view: Pick<TableView, "rounds" | "trends">): Record<"win" | "push" | "lose", number[]> | null {
  const last = roadRounds(view, 1)[0];
  if (last === undefined) return null;
  const seats = (taken: number): number[] => last.seats.filter((one) => [one.high, one.low].filter(isWon).length === taken).map((one) => one.seat);
  return { win: seats(2), push: seats(1), lose: seats(0) };
}
