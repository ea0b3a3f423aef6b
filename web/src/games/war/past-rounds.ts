import { tCommon } from "../../lib/common-words";
import type { WarEntry, ShoeStatistics, TableView } from "../../lib/types";
import type { RoundMark } from "../../ui/sides/side";
import { cardName, FIVE, type WarState, warCountText } from "./war-state";
import { t } from "./words";

/** The last rounds of a board, or of a tile; the newest last. */
export function pastRounds(record: { past_wars: WarEntry[] }): WarState[] {
  return record.past_wars.map(({ winner, wars, winning_card }) => ({ winner: winner ?? "tie", wars, winningRank: winning_card }));
}

/** The same as marks: how many wars there were, and whether it was won with a five. */
export function roundMarks(record: { past_wars: WarEntry[] }): RoundMark[] {
  return pastRounds(record).map(({ winner, wars, winningRank }) => ({
    side: winner,
    upperMark: wars === 0 ? "" : String(wars),
    lowerMark: winningRank === FIVE ? String(FIVE) : "",
    description: t("mark", { side: tCommon(`side.${winner}`), wars: warCountText(wars), card: cardName(winningRank) }),
  }));
}

/** How the rounds that are kept were shared: by side, and by how many wars there were. */
export function winShares({ all }: TableView["trends"]): Pick<ShoeStatistics, "hands" | "results"> {
  return { hands: all.hands, results: all.wars };
}
