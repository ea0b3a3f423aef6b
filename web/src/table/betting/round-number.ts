import type { TableView } from "../../lib/types";

/** Number of the current round, or of the last one between rounds; 0 before the first. It is the end of the round's id. */
export function roundNumber(view: Pick<TableView, "betting" | "last_round">): number {
  return Number(/(\d+)$/.exec(view.betting.round ?? view.last_round?.round ?? "")?.[1] ?? 0);
}
