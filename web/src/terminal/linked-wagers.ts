import type { TableView, Wager } from "../lib/types";
import type { BetsByWager } from "./bet-validation";

/** The wagers that must always be exactly as large as this one. */
export function equalWagers(view: TableView, wager: Wager): Wager[] {
  const same = (one: Wager): string[] => one.caps.flatMap((cap) => (cap.is_exact && cap.share === "1" && cap.wagers.length === 1 ? cap.wagers : []));
  return view.wagers.filter((other) => !other.is_placed_during_round && same(wager).includes(other.id));
}

/** A layout with so much on a wager, and on whatever goes with it in equal parts; nothing takes it away. */
export function withStake(view: TableView, layout: BetsByWager, wager: Wager, cents: number): BetsByWager {
  const together = [wager, ...equalWagers(view, wager)].map((one) => one.id);
  const rest = Object.entries(layout).filter(([id]) => !together.includes(id));
  return Object.fromEntries([...rest, ...(cents > 0 ? together.map((id): [string, number] => [id, cents]) : [])]);
}
