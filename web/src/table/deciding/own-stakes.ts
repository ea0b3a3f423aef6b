import type { TableView, Wager } from "../../lib/types";

/** State of a wager: still at stake, given up by a fold, or still in play after a fold. */
export type StakeStatus = "at-stake" | "given-up" | "stays";
/** Chips of the viewer on a wager. `note`: what became of them, "given up". */
export type OwnStake = { wager: Wager; cents: number; status: StakeStatus; note: string };

/** The viewer's chips on each wager, at one seat or at all, in the order of the view. */
export function ownStakes(view: Pick<TableView, "wagers" | "chips">, seat: number | null = null): OwnStake[] {
  const centsOn = (wager: Wager): number =>
    view.chips
      .filter((chip) => chip.is_own && chip.wager === wager.id && (seat === null || chip.seat === seat))
      .reduce((sum, chip) => sum + chip.cents, 0);
  return view.wagers
    .map((wager) => ({ wager, cents: centsOn(wager), status: "at-stake" as const, note: "" }))
    .filter((stake) => stake.cents > 0);
}
