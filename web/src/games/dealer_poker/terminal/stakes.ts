import type { TableView, Wager } from "../../../lib/types";
import type { DealtPokerHand } from "../hands";
import { formatList } from "../../../lib/format-list";
import { t } from "../words";

/** State of a wager: still at stake, given up by a fold, or still in play after a fold. */
export type StakeStatus = "at-stake" | "given-up" | "stays";
export type SeatStake = { wager: Wager; cents: number; status: StakeStatus };

/** Returns the viewer's wagers at a seat that hold chips, in the order of the view. */
export function ownStakesAt(view: TableView, hand: Pick<DealtPokerHand, "seat" | "state">): SeatStake[] {
  const cents = (wager: Wager): number =>
    view.chips
      .filter((chip) => chip.is_own && chip.seat === hand.seat && chip.wager === wager.id)
      .reduce((sum, chip) => sum + chip.cents, 0);
  const stakes = view.wagers.map((wager) => ({ wager, cents: cents(wager), status: stakeStatus(wager, hand.state === "folded") }));
  return stakes.filter((stake) => stake.cents > 0);
}

function stakeStatus(wager: Wager, isFolded: boolean): StakeStatus {
  return isFolded ? (wager.after_fold ?? "at-stake") : "at-stake";
}

/** Returns which wagers remain after a fold: "Trips and Bad Beat stay in play."; "" if none does. */
export function wagersInPlaySentence(stakes: readonly SeatStake[]): string {
  const names = stakes.filter((stake) => stake.status === "stays").map((stake) => stake.wager.short_title);
  if (names.length === 0) return "";
  return t("after_fold.stays", { count: names.length, wagers: formatList(names) });
}

/** Returns the titles of the wagers that a fold would give up: "Ante and Blind". */
export function givenUpWagersText(stakes: readonly SeatStake[]): string {
  return formatList(stakes.filter((stake) => stakeStatus(stake.wager, true) === "given-up").map((stake) => stake.wager.short_title));
}
