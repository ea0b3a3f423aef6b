import type { LastRound, TableView } from "../../../lib/types";
import { cardsOnTable, type ShownCard } from "../../../ui/hands-on-table";

/** Both hands as they are shown on the table. */
export type BaccaratHands = {
  round: string;
  player: ShownCard[];
  banker: ShownCard[];
  /** Hands that draw no more cards. */
  standingHands: readonly string[];
  /** True if the hands are those of the last round. */
  isLast: boolean;
};

/** Returns the hands of the current round or, until the first chip of the next one, those of the last round. */
export function handsOnTable(view: TableView, last: LastRound | null, hasChips: boolean): BaccaratHands {
  const { round, isLast, cardsOf } = cardsOnTable(view, last, hasChips);
  return {
    round,
    player: cardsOf("player"),
    banker: cardsOf("banker"),
    standingHands: isLast && last !== null ? handsThatStood(last) : view.next_draw.standing_hands,
    isLast,
  };
}

/** Returns the hands that stood in a finished round: both, or none if the round is void. */
export function handsThatStood(round: Pick<LastRound, "status">): string[] {
  return round.status === "void" ? [] : ["player", "banker"];
}
