import type { LastRound, TableView } from "../lib/types";

/** A card in a hand; `card` is null if it is face down. `nth` is its position in the hand, from 1. */
export type ShownCard = { nth: number; card: string | null };
/** What the hands of every game have: the round and its seats. `isLast`: it is the last round, not the current one. */
export type HandsOnTable<S extends { seat: number | null } = { seat: number | null }> = { round: string; seats: S[]; isLast: boolean };
export type SeatOf<F extends HandsOnTable> = F["seats"][number];

/** Return the seats where the viewer has bet; the one that has to decide comes first. */
export function ownSeats(view: TableView, hands: HandsOnTable, last: LastRound | null = view.last_round): number[] {
  const decidingSeat = view.decision?.questions.find((question) => question.is_own)?.seat;
  const playing = hands.isLast
    ? (last?.player?.results ?? []).map((result) => result.seat)
    : (view.player?.spots ?? []).map((spot) => spot.seat);
  const seats = [...new Set([...(decidingSeat === undefined ? [] : [decidingSeat]), ...playing])];
  return seats.filter((seat) => hands.seats.some((hand) => hand.seat === seat));
}

/** Return what the player of a seat won or lost in a round; null if no wager of that seat was settled. */
export function seatNetCents(last: Pick<LastRound, "seats" | "player">, seat: number | null): number | null {
  return (last.seats ?? last.player?.seats ?? []).find((result) => result.seat === seat)?.net_cents ?? null;
}

/** Return what the player of a seat has staked, in total or on one wager. */
export function seatStakeCents(view: Pick<TableView, "chips" | "stakes">, seat: number | null, wager?: string): number {
  if (wager === undefined) return view.stakes.seats.find((stake) => stake.seat === seat)?.seated_cents ?? 0;
  return view.chips.find((chip) => chip.seat === seat && chip.bettor === "player" && chip.wager === wager)?.cents ?? 0;
}

/** Return the visible cards of each hand of the current round. */
export function faceUpCards(view: Pick<TableView, "hands">): Record<string, string[]> {
  return Object.fromEntries(Object.entries(view.hands).map(([hand, cards]) => [hand, cards.flatMap((dealt) => dealt.card ?? [])]));
}

/** Return the cards to show: those of the current round; outside dealing, while the player has no chips down, those of the last round. */
export function cardsOnTable(
  view: TableView,
  last: LastRound | null,
  hasChips: boolean,
): { round: string; isLast: boolean; cardsOf: (hand: string) => ShownCard[] } {
  if (view.phase !== "dealing" && last !== null && !hasChips) {
    return {
      round: last.round,
      isLast: true,
      cardsOf: (hand) => (last.cards[hand] ?? []).map((card, index) => ({ nth: index + 1, card })),
    };
  }
  return {
    round: view.betting.round ?? "",
    isLast: false,
    cardsOf: (hand) => (view.hands[hand] ?? []).map(({ position_in_hand: nth, card }) => ({ nth, card: card ?? null })),
  };
}
