import type { TableView, Wager } from "../../lib/types";
import type { BetsByWager } from "./bet-validation";

/** The wagers that must be exactly as large as this one. */
export function equalWagers(view: TableView, wager: Wager): Wager[] {
  const equalIds = (wager: Wager): string[] =>
    wager.caps.flatMap((cap) => (cap.is_exact && cap.share === "1" && cap.wagers.length === 1 ? cap.wagers : []));
  return view.wagers.filter((other) => !other.is_placed_during_round && equalIds(wager).includes(other.id));
}

/** The bets with `cents` on this wager and on its equal wagers; 0 removes them. */
export function withStake(view: TableView, bets: BetsByWager, wager: Wager, cents: number): BetsByWager {
  const ids = [wager, ...equalWagers(view, wager)].map((equal) => equal.id);
  const rest = Object.entries(bets).filter(([id]) => !ids.includes(id));
  return Object.fromEntries([...rest, ...(cents > 0 ? ids.map((id): [string, number] => [id, cents]) : [])]);
}
