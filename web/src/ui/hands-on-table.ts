import type { LastRound, TableView } from "../lib/types";

/** A card as it lies; null is its back. `nth` is its number in its hand. */
export type ShownCard = { nth: number; card: string | null };
/** What every felt has on it: the round whose cards lie there, and its seats. */
export type HandsOnTable<S extends { seat: number | null } = { seat: number | null }> = { round: string; seats: S[]; isLast: boolean };
export type SeatOf<F extends HandsOnTable> = F["seats"][number];

/** The seats a player's own chips lie at; the one whose question is open first. */
export function ownSeats(view: TableView, felt: HandsOnTable, last: LastRound | null = view.last_round): number[] {
  const asked = view.decision?.questions.find((one) => one.is_own)?.seat;
  const playing = felt.isLast ? (last?.player?.results ?? []).map((one) => one.seat) : (view.player?.spots ?? []).map((spot) => spot.seat);
  const seats = [...new Set([...(asked === undefined ? [] : [asked]), ...playing])];
  return seats.filter((seat) => felt.seats.some((one) => one.seat === seat));
}

/** What a seat's own player won or lost in a round; null where nothing of that seat was settled. */
export function seatNetCents(last: Pick<LastRound, "results" | "player">, seat: number | null): number | null {
  const results = (last.results ?? last.player?.results ?? []).filter((one) => one.seat === seat && one.bettor === "player");
  return results.length === 0 ? null : results.reduce((sum, one) => sum + one.net_cents, 0);
}

/** What a seat's own player has staked, in all or on one wager. */
export function seatStakeCents(view: Pick<TableView, "chips">, seat: number | null, wager?: string): number {
  const chips = view.chips.filter((chip) => chip.seat === seat && chip.bettor === "player" && (wager === undefined || chip.wager === wager));
  return chips.reduce((sum, chip) => sum + chip.cents, 0);
}

/** The cards of each hand as far as they are seen, while a round is dealt. */
export function faceUpCards(view: Pick<TableView, "hands">): Record<string, string[]> {
  return Object.fromEntries(Object.entries(view.hands).map(([hand, cards]) => [hand, cards.flatMap((one) => one.card ?? [])]));
}

/** What lies in the hands now: the round in play; until its first chip the round before, so that nobody looks at empty places. */
export function cardsOnTable(view: TableView, last: LastRound | null, hasChips: boolean): { round: string; isLast: boolean; of: (hand: string) => ShownCard[] } {
  if (view.phase !== "dealing" && last !== null && !hasChips) {
    return { round: last.round, isLast: true, of: (hand) => (last.cards[hand] ?? []).map((card, place) => ({ nth: place + 1, card })) };
  }
  return { round: view.betting.round ?? "", isLast: false, of: (hand) => (view.hands[hand] ?? []).map(({ position_in_hand: nth, card }) => ({ nth, card: card ?? null })) };
}
