import { formatList } from "../../../lib/format-list";
import type { BoardParts } from "../../../table/game-parts";
import { t } from "./words";
import type { SetHand, TableView } from "../../../lib/types";
import { isWon, type HandComparison } from "./hands";

/** How a seat's two hands compared in a round. */
export type SeatRoundResult = { seat: number; high: HandComparison; low: HandComparison };
/** One round of the road: the player-dealer's seat, the results of all seats, and the names of the player-dealer's two hands. */
export type RoadRound = { round: number; bank: number | null; seats: SeatRoundResult[]; highName: string; lowName: string };

/** Returns the last rounds, newest last. `view.rounds` is the number of rounds played, so it numbers the newest one. */
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

/** Counts seats over these rounds: won both hands, won one, won none. */
export function outcomeCounts(columns: readonly RoadRound[]): { won: number; pushed: number; lost: number } {
  const wonCounts = columns.flatMap((column) => column.seats.map((seatResult) => [seatResult.high, seatResult.low].filter(isWon).length));
  return {
    won: wonCounts.filter((count) => count === 2).length,
    pushed: wonCounts.filter((count) => count === 1).length,
    lost: wonCounts.filter((count) => count === 0).length,
  };
}

/** Returns the seats of the last round that won both hands, one, or none; null before the first round. */
export function lastRoundSeats(view: Pick<TableView, "rounds" | "trends">): Record<"win" | "push" | "lose", number[]> | null {
  const last = roadRounds(view, 1)[0];
  if (last === undefined) return null;
  const seats = (wonCount: number): number[] =>
    last.seats
      .filter((seatResult) => [seatResult.high, seatResult.low].filter(isWon).length === wonCount)
      .map((seatResult) => seatResult.seat);
  return { win: seats(2), push: seats(1), lose: seats(0) };
}

const KINDS = ["win", "push", "lose"] as const;

/** Returns the results of the last round: "Seat 3 wins both · Seat 5 pushes". */
const lastResultText: BoardParts["lastResultText"] = (view) => {
  const seats = lastRoundSeats(view);
  if (seats === null) return null;
  const texts = KINDS.flatMap((kind) =>
    seats[kind].filter((seat) => seat > 0).length === 0
      ? []
      : [t(`seats.${kind}`, { count: seats[kind].length, seats: formatList(seats[kind].map(String)) })],
  );
  return texts.length === 0 ? null : texts.join(" · ");
};

export const board = {
  limitsLabel: () => t("lines"),
  lastResultText,
  summary: (view) => ({ kind: "sentence", text: t("road.shares", outcomeCounts(roadRounds(view, 20))), isQuiet: true }),
} satisfies Partial<BoardParts>;
