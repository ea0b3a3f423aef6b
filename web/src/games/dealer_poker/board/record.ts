import { bonusWagers, winStatistics } from "../../../lib/bonus-counts";
import type { PokerHand, TableView } from "../../../lib/types";
import { parseHandName } from "../../../ui/hand-names/made-hand";
import type { BoardParts } from "../../../table/game-parts";
import { shortMadeHandName, t } from "../words";

/** Returns the name of a past hand in the current language; the server's English name if it cannot be parsed. */
export function pastHandName(hand: Pick<PokerHand, "name">): string {
  const madeHand = parseHandName(hand.name);
  return madeHand === null ? hand.name : shortMadeHandName(madeHand);
}

/** How often a bonus wager won, counted over all rounds in the trends: every round has a fresh deck, so there is no shoe to count by. */
export type BonusCount = { id: string; title: string; count: number; percent: string | null };

export function bonusCounts(view: TableView): BonusCount[] {
  return bonusWagers(view).map(({ id, title }) => ({ id, title, ...winStatistics(view.trends.all, id) }));
}

/** Returns the wagers with more than one pay row: those that pay by the rank of the hand. */
export function wagersWithPayTable(view: TableView): TableView["wagers"] {
  return view.wagers.filter((wager) => wager.rows.length > 1);
}

/** Returns how many of the player-dealer's last hands qualified. */
const summary: BoardParts["summary"] = ({ trends: { poker_hands: hands = [] } }) => ({
  kind: "figure",
  label: t("wall.qualified"),
  value: t("wall.share", { count: hands.filter((hand) => hand.qualifies).length, of: hands.length }),
});

export const board = { limitsLabel: () => t("wall.ante"), lastResultText: null, summary } satisfies Partial<BoardParts>;
