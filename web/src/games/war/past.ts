import { common } from "../../lib/common";
import type { WarEntry, ShoeStatistics, TableView } from "../../lib/types";
import type { RoundMark } from "../../ui/sides/side";
import { cardName, FIVE, type Standing, warsName } from "./standing";
import { t } from "./words";

/** The last rounds of a board, or of a tile; the newest last. */
export function pastOf(record: { past_wars: WarEntry[] }): Standing[] {
  return record.past_wars.map(({ winner, wars, winning_card }) => ({ winner: winner ?? "tie", wars, height: winning_card }));
}

/** The same as marks: how many wars there were, and whether it was won with a five. */
export function marksOf(record: { past_wars: WarEntry[] }): RoundMark[] {
  return pastOf(record).map(({ winner, wars, height }) => ({
    side: winner,
    over: wars === 0 ? "" : String(wars),
    under: height === FIVE ? String(FIVE) : "",
    spoken: t("mark", { side: common(`side.${winner}`), wars: warsName(wars), card: cardName(height) }),
  }));
}

/** How the rounds that are kept were shared: by side, and by how many wars there were. */
export function sharesOf({ all }: TableView["trends"]): Pick<ShoeStatistics, "hands" | "results"> {
  return { hands: all.hands, results: all.wars };
}
