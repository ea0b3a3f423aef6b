import type { LastRound, TableView } from "../../../lib/types";
import { cardsOnTable, type ShownCard } from "../../../ui/hands-on-table";

export type CompactHand = { name: string; cards: ShownCard[]; total: number | null; isOwn: boolean };
/** `isLast`: they are the hands of the last round, which stay until the first card of the next one. */
type CompactHands = { round: string; hands: CompactHand[]; isLast: boolean };

/** Return the seat in the name of a hand (`player:2`, `player:2/1`); null for a hand that belongs to no seat. */
const seatOf = (hand: string): number | null => {
  const match = /:(\d+)/.exec(hand);
  return match === null ? null : Number(match[1]);
};

/** Return the hands to show on a compact table: those that belong to no seat, and the viewer's own. */
export function compactHands(view: TableView, last: LastRound | null): CompactHands {
  const shown = cardsOnTable(view, last, false);
  const own = ownSeats(view, shown.isLast ? last : null);
  const dealt = shown.isLast ? Object.keys(last?.cards ?? {}) : Object.keys(view.hands);
  const names = (dealt.length > 0 ? dealt : view.game.hands).filter((name) => seatOf(name) === null || own.includes(seatOf(name) ?? 0));
  const handValues = shown.isLast ? (last?.hand_values ?? {}) : view.hand_values;
  const hands = names.map((name) => ({
    name,
    cards: shown.cardsOf(name),
    total: handValues[name]?.total ?? null,
    isOwn: seatOf(name) !== null,
  }));
  return { round: shown.round, hands, isLast: shown.isLast };
}

function ownSeats(view: TableView, last: LastRound | null): number[] {
  if (last !== null) return (last.player?.results ?? []).map((result) => result.seat);
  return (view.player?.spots ?? []).map((spot) => spot.seat);
}
