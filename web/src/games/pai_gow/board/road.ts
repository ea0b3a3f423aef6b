import type { SetHand, TableView } from "../../../lib/types";
import { isTaken, type Came } from "../felt";

/** How a seat's two hands came out in a round. */
export type SeatColumn = { seat: number; high: Came; low: Came };
/** One round of the road: whose bank it was, how each seat's two hands came out, and the player-dealer's by name. */
export type Column = { round: number; bank: number | null; seats: SeatColumn[]; high: string; low: string };

/** The last rounds, the newest last. `rounds` of a table counts those that were played. */
export function columnsOf(view: { rounds: number; trends: { settings: SetHand[] } }, most: number): Column[] {
  const { settings } = view.trends;
  return settings.slice(-most).map((one, place, shown) => ({
    round: view.rounds - shown.length + place + 1,
    bank: one.bank,
    seats: one.seats as SeatColumn[],
    high: one.high_name,
    low: one.low_name,
  }));
}

/** Of all seats in these rounds: how many took both hands, one, or none. */
export function sharesOf(columns: readonly Column[]): { won: number; pushed: number; lost: number } {
  const taken = columns.flatMap((column) => column.seats.map((one) => [one.high, one.low].filter(isTaken).length));
  return { won: taken.filter((one) => one === 2).length, pushed: taken.filter((one) => one === 1).length, lost: taken.filter((one) => one === 0).length };
}

/** Of the last round: which seats took both, one, none. */
export function newestOf(view: Pick<TableView, "rounds" | "trends">): Record<"win" | "push" | "lose", number[]> | null {
  const last = columnsOf(view, 1)[0];
  if (last === undefined) return null;
  const seats = (taken: number): number[] => last.seats.filter((one) => [one.high, one.low].filter(isTaken).length === taken).map((one) => one.seat);
  return { win: seats(2), push: seats(1), lose: seats(0) };
}
