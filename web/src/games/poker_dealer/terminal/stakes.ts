import type { TableView, Wager } from "../../../lib/types";
import type { DealtPokerHand } from "../hands";
import { formatList } from "../../../terminal/format-list";
import { t } from "../words";
import { shortTitle } from "../../../terminal/spot-layout";

/** What became of a wager with the hand: still at stake, given up with it, or in play though the hand is not. */
export type StakeStatus = "at-stake" | "given-up" | "stays";
export type SeatStake = { wager: Wager; cents: number; status: StakeStatus };

/** A player's own chips at a seat, the lines first, in the order of the layout. */
export function ownStakesAt(view: TableView, hand: Pick<DealtPokerHand, "seat" | "state">): SeatStake[] {
  const cents = (wager: Wager): number => view.chips.filter((chip) => chip.is_own && chip.seat === hand.seat && chip.wager === wager.id).reduce((sum, chip) => sum + chip.cents, 0);
  const stakes = view.wagers.map((wager) => ({ wager, cents: cents(wager), status: stakeStatus(wager, hand.state === "folded") }));
  return stakes.filter((one) => one.cents > 0);
}

function stakeStatus(wager: Wager, isFolded: boolean): StakeStatus {
  return isFolded ? (wager.after_fold ?? "at-stake") : "at-stake";
}

/** "Trips and Bad Beat stay in play."; "" where nothing does. */
export function wagersInPlaySentence(stakes: readonly SeatStake[]): string {
  const names = stakes.filter((one) => one.status === "stays").map((one) => shortTitle(one.wager));
  if (names.length === 0) return "";
  return t(names.length === 1 ? "after_fold.stays" : "after_fold.stay", { wagers: formatList(names) });
}

/** What folding gives up: "Ante and Blind". */
export function givenUpWagersText(stakes: readonly SeatStake[]): string {
  return formatList(stakes.filter((one) => stakeStatus(one.wager, true) === "given-up").map((one) => shortTitle(one.wager)));
}
