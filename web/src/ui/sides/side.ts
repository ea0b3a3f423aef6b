import type { LobbyTile } from "../../lib/types";

/** Winner of a round in games with two shared hands. */
export type Side = "player" | "banker" | "tie";
/** Returns the winners of a table's last rounds, the newest last. The server fills one of the two lists. */
export const lastWinners = (record: Pick<LobbyTile, "last_results" | "past_wars">): Side[] =>
  record.past_wars.length > 0 ? record.past_wars.map((round) => round.winner ?? "tie") : record.last_results;
/** One round in a list: the winner, the small marks at the upper and lower corner of its badge, and a description in words. */
export type RoundMark = { side: Side; upperMark: string; lowerMark: string; description: string };
