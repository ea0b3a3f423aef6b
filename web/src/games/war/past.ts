import { common } from "../../lib/common";
import type { Share, ShoeStatistics, TableView } from "../../lib/types";
import type { RoundMark } from "../../ui/sides/side";
import { cardName, FIVE, type Standing, warsName } from "./standing";
import { t } from "./words";

/** What the house keeps of a round; nobody has won one in which the shoe ran out. */
type PastWar = { winner: "player" | "banker" | null; wars: number; winning_card: number };

/** The last rounds of a board, or of a tile; the newest last. */
export function pastOf(record: object): Standing[] {
  const { past_wars: past = [] } = record as { past_wars?: PastWar[] };
  return past.map(({ winner, wars, winning_card }) => ({ winner: winner ?? "tie", wars, height: winning_card }));
}

/** The same as marks: how many wars there were, and whether it was won with a five. */
export function marksOf(record: object): RoundMark[] {
  return pastOf(record).map(({ winner, wars, height }) => ({
    side: winner,
    over: wars === 0 ? "" : String(wars),
    under: height === FIVE ? String(FIVE) : "",
    spoken: t("mark", { side: common(`side.${winner}`), wars: warsName(wars), card: cardName(height) }),
  }));
}

/** How the rounds that are kept were shared: by side, and by how many wars there were. */
export function sharesOf({ all }: TableView["trends"]): ShoeStatistics {
  const { wars = {} } = all as { wars?: Record<string, Share> };
  return { ...all, results: wars };
}
