import { bonusWagers, came } from "../../../lib/bonuses";
import type { PokerHand, TableView } from "../../../lib/types";
import { readName } from "../../../ui/made/made";
import { madeShort } from "../words";

/** What the house called a hand, in the reader's words. */
export function named(hand: Pick<PokerHand, "name">): string {
  const made = readName(hand.name);
  return made === null ? hand.name : madeShort(made);
}

/** How often a wager came in the rounds that are remembered. The deck is a new one every round: there is no shoe to count by. */
export type Came = { id: string; title: string; count: number; percent: string | null };

export function bonusesOf(view: TableView): Came[] {
  return bonusWagers(view).map(({ id, title }) => ({ id, title, ...came(view.trends.all, id) }));
}

/** The wagers that pay by the hand: those with more than one line. */
export function payTables(view: TableView): TableView["wagers"] {
  return view.wagers.filter((wager) => wager.rows.length > 1);
}
