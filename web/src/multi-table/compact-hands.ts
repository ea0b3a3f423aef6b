import type { LastRound, TableView } from "../lib/types";
import { cardsOnTable, type ShownCard } from "../ui/hands-on-table";

export type CompactHand = { name: string; cards: ShownCard[]; total: number | null; isOwn: boolean };

/** The seat of a hand, as the server names hands: `player:2`, `player:2/1`; none for one that all play against. */
const seatOf = (hand: string): number | null => {
  const match = /:(\d+)/.exec(hand);
  return match === null ? null : Number(match[1]);
};

/** What lies before this player: the hands of the table, and his own of those that belong to seats. */
export function compactHands(view: TableView, last: LastRound | null, hasChips: boolean): { round: string; hands: CompactHand[] } {
  const lying = cardsOnTable(view, last, hasChips);
  const own = ownSeats(view, lying.isLast ? last : null);
  const dealt = lying.isLast ? Object.keys(last?.cards ?? {}) : Object.keys(view.hands);
  const names = (dealt.length > 0 ? dealt : view.game.hands).filter((name) => seatOf(name) === null || own.includes(seatOf(name) ?? 0));
  const made = lying.isLast ? (last?.hand_values ?? {}) : view.hand_values;
  const hands = names.map((name) => ({ name, cards: lying.of(name), total: made[name]?.total ?? null, isOwn: seatOf(name) !== null }));
  return { round: lying.round, hands };
}

function ownSeats(view: TableView, last: LastRound | null): number[] {
  if (last !== null) return (last.player?.results ?? []).map((one) => one.seat);
  return (view.player?.spots ?? []).map((spot) => spot.seat);
}
