import { bonusWagers, winStatistics } from "../../../lib/bonus-counts";
import type { PokerHand, TableView } from "../../../lib/types";
import { parseHandName } from "../../../ui/hand-names/made-hand";
import { shortMadeHandName } from "../words";

/** What the house called a hand, in the reader's words. */
export function pastHandName(hand: Pick<PokerHand, "name">): string {
  const made = parseHandName(hand.name);
  return made === null ? hand.name : shortMadeHandName(made);
}

/** How often a wager came in the rounds that are remembered. The deck is a new one every round: there is no shoe to count by. */
export type BonusCount = { id: string; title: string; count: number; percent: string | null };

export function bonusCounts(view: TableView): BonusCount[] {
  return bonusWagers(view).map(({ id, title }) => ({ id, title, ...winStatistics(view.trends.all, id) }));
}

/** The wagers that pay by the hand: those with more than one line. */
export function wagersWithPayTable(view: TableView): TableView["wagers"] {
  return view.wagers.filter((wager) => wager.rows.length > 1);
}
