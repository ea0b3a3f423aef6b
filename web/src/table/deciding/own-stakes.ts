import type { TableView, Wager } from "../../lib/types";

/** State of a wager: still at stake, given up by a fold, or still in play after a fold. */
export type StakeStatus = "at-stake" | "given-up" | "stays";
/** Chips of the viewer on a wager. `note`: what became of them, "given up". */
export type OwnStake = { wager: Wager; cents: number; status: StakeStatus; note: string };

/** The viewer's chips on each wager, at one seat or at all, in the order of the view. */
export function ownStakes(view: Pick<TableView, "wagers" | "stakes">, seat: number | null = null): OwnStake[] {
  const { wagers, own } = view.stakes;
  const centsOn = ({ id }: Wager): number =>
    (seat === null
      ? wagers.find((stake) => stake.wager === id)?.own_cents
      : own.find((stake) => stake.wager === id && stake.seat === seat)?.cents) ?? 0;
  return view.wagers
    .map((wager) => ({ wager, cents: centsOn(wager), status: "at-stake" as const, note: "" }))
    .filter((stake) => stake.cents > 0);
}
