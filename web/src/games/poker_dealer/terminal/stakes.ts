import type { TableView, Wager } from "../../../lib/types";
import type { PokerHand } from "../felt";
import { listed } from "../../../terminal/listed";
import { t } from "../words";
import { shortTitle } from "../../../terminal/layout";

/** What became of a wager with the hand: still at stake, given up with it, or in play though the hand is not. */
export type Fate = "at-stake" | "given-up" | "stays";
export type Stake = { wager: Wager; cents: number; fate: Fate };

/** A player's own chips at a seat, the lines first, in the order of the layout. */
export function stakesAt(view: TableView, hand: Pick<PokerHand, "seat" | "state">): Stake[] {
  const cents = (wager: Wager): number => view.chips.filter((chip) => chip.is_own && chip.seat === hand.seat && chip.wager === wager.id).reduce((sum, chip) => sum + chip.cents, 0);
  const stakes = view.wagers.map((wager) => ({ wager, cents: cents(wager), fate: fateOf(wager, hand.state === "folded") }));
  return stakes.filter((one) => one.cents > 0);
}

function fateOf(wager: Wager, isFolded: boolean): Fate {
  return isFolded ? (wager.after_fold ?? "at-stake") : "at-stake";
}

/** "Trips and Bad Beat stay in play."; "" where nothing does. */
export function afterFold(stakes: readonly Stake[]): string {
  const names = stakes.filter((one) => one.fate === "stays").map((one) => shortTitle(one.wager));
  if (names.length === 0) return "";
  return t(names.length === 1 ? "after_fold.stays" : "after_fold.stay", { wagers: listed(names) });
}

/** What folding gives up: "Ante and Blind". */
export function givenUp(stakes: readonly Stake[]): string {
  return listed(stakes.filter((one) => fateOf(one.wager, true) === "given-up").map((one) => shortTitle(one.wager)));
}
