import type { PokerShown, TableView } from "../../../lib/types";
import { readName } from "../../../ui/made/made";
import { madeShort } from "../words";

/** What the house called a hand, in the reader's words. */
export function named(hand: Pick<PokerShown, "name">): string {
  const made = readName(hand.name);
  return made === null ? hand.name : madeShort(made);
}

/** How often a wager came in the rounds that are remembered. The deck is a new one every round: there is no shoe to count by. */
export type Came = { id: string; title: string; count: number };

export function bonusesOf(view: TableView): Came[] {
  return view.wagers
    .filter((wager) => wager.group !== "line" && !wager.asked)
    .map(({ id, title }) => ({ id, title, count: view.trends.all.wagers[id]?.count ?? 0 }));
}

/** The wagers that pay by the hand: those with more than one line. */
export function payTables(view: TableView): TableView["wagers"] {
  return view.wagers.filter((wager) => wager.rows.length > 1);
}
