import { tCommon } from "../../lib/common-words";
import type { WarEntry, ShoeStatistics, TableView } from "../../lib/types";
import type { RoundMark } from "../../ui/sides/side";
import { cardName, FIVE, type WarState, warCountText } from "./war-state";
import { t } from "./words";

/** Returns the last rounds from a table's trends or a lobby tile, the newest last. */
export function pastRounds(record: { past_wars: WarEntry[] }): WarState[] {
  return record.past_wars.map(({ winner, wars, winning_card }) => ({ winner: winner ?? "tie", wars, winningRank: winning_card }));
}

/** Returns the last rounds as marks: the winner, the number of wars, and a 5 if the winning card was a five. */
export function roundMarks(record: { past_wars: WarEntry[] }): RoundMark[] {
  return pastRounds(record).map(({ winner, wars, winningRank }) => ({
    side: winner,
    upperMark: wars === 0 ? "" : String(wars),
    lowerMark: winningRank === FIVE ? String(FIVE) : "",
    description: t("mark", { side: tCommon(`side.${winner}`), wars: warCountText(wars), card: cardName(winningRank) }),
  }));
}

/** Returns how often each side won and how often each number of wars occurred. */
export function winShares({ all }: TableView["trends"]): Pick<ShoeStatistics, "hands" | "results"> {
  return { hands: all.hands, results: all.wars };
}
