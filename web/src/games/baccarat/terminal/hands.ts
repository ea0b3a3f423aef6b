import type { LastRound, TableView } from "../../../lib/types";
import { cardsOnTable, type ShownCard } from "../../../ui/hands-on-table";

export type BaccaratHands = {
  round: string;
  player: ShownCard[];
  banker: ShownCard[];
  /** The hands of which it is decided that they take no more cards. */
  standingHands: readonly string[];
  isLast: boolean;
};

/** The hands as they lie now, and which of them take no more cards. */
export function handsOnTable(view: TableView, last: LastRound | null, hasChips: boolean): BaccaratHands {
  const { round, isLast, of } = cardsOnTable(view, last, hasChips);
  return { round, player: of("player"), banker: of("banker"), standingHands: isLast && last !== null ? handsThatStood(last) : view.next_draw.standing_hands, isLast };
}

/** A round that was broken off decided nothing. */
export function handsThatStood(round: Pick<LastRound, "status">): string[] {
  return round.status === "void" ? [] : ["player", "banker"];
}
