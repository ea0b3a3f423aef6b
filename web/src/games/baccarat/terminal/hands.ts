import type { LastRound, TableView } from "../../../lib/types";
import type { LyingCard } from "../../../ui/felt";

export type ShownHands = {
  round: string;
  player: LyingCard[];
  banker: LyingCard[];
  /** The hands of which it is decided that they take no more cards. */
  stands: readonly string[];
  isLast: boolean;
};

/** The round in play; until its first chip the round before, so that nobody looks at empty places. */
export function handsShown(view: TableView, last: LastRound | null, hasChips: boolean): ShownHands {
  if (view.phase !== "dealing" && last !== null && !hasChips) {
    const lying = (hand: string): LyingCard[] => (last.cards[hand] ?? []).map((card, place) => ({ nth: place + 1, card }));
    return { round: last.round, player: lying("player"), banker: lying("banker"), stands: standAtEnd(last), isLast: true };
  }
  const dealt = (hand: string): LyingCard[] => (view.hands[hand] ?? []).map((card) => ({ nth: card.nth, card: card.card ?? null }));
  return { round: view.betting.round ?? "", player: dealt("player"), banker: dealt("banker"), stands: view.drawing.stands, isLast: false };
}

/** A round that was broken off decided nothing. */
export function standAtEnd(round: Pick<LastRound, "status">): string[] {
  return round.status === "void" ? [] : ["player", "banker"];
}
