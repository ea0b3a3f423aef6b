import type { Share, ShoeStatistics, TableView } from "../../lib/types";
import type { Standing } from "./standing";

/** What the house keeps of a round; nobody has won one in which the shoe ran out. */
type PastWar = { winner: "player" | "banker" | null; wars: number; winning_card: number };

/** The last rounds of a board, or of a tile; the newest last. */
export function pastOf(record: object): Standing[] {
  const { past_wars: past = [] } = record as { past_wars?: PastWar[] };
  return past.map(({ winner, wars, winning_card }) => ({ winner: winner ?? "tie", wars, height: winning_card }));
}

/** How the rounds that are kept were shared: by side, and by how many wars there were. */
export function sharesOf({ all }: TableView["trends"]): ShoeStatistics {
  const { wars = {} } = all as { wars?: Record<string, Share> };
  return { ...all, results: wars };
}
