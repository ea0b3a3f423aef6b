import type { LastRound, TableView } from "../../../lib/types";
import { lyingNow, type LyingCard } from "../../../ui/felt";

export type ShownHands = {
  round: string;
  player: LyingCard[];
  banker: LyingCard[];
  /** The hands of which it is decided that they take no more cards. */
  stands: readonly string[];
  isLast: boolean;
};

/** The hands as they lie now, and which of them take no more cards. */
export function handsShown(view: TableView, last: LastRound | null, hasChips: boolean): ShownHands {
  const { round, isLast, of } = lyingNow(view, last, hasChips);
  return { round, player: of("player"), banker: of("banker"), stands: isLast && last !== null ? standAtEnd(last) : view.next_draw.standing_hands, isLast };
}

/** A round that was broken off decided nothing. */
export function standAtEnd(round: Pick<LastRound, "status">): string[] {
  return round.status === "void" ? [] : ["player", "banker"];
}
