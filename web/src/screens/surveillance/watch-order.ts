import type { FloorTableView } from "../../wire.http";
import type { Need } from "./types";

/** Return the tables in the order in which surveillance looks at them: in need, in play, open, closed; then by number. */
export function watchOrder(tiles: readonly FloorTableView[], needs: readonly Need[]): string[] {
  const needy = [...new Set(needs.map((need) => need.table))];
  const rank = (tile: FloorTableView): number =>
    tile.phase === "closed" ? 2 : tile.phase !== "between-rounds" && tile.seats_taken > 0 ? 0 : 1;
  const others = tiles.filter((tile) => !needy.includes(tile.table)).sort((a, b) => rank(a) - rank(b) || (a.number ?? 0) - (b.number ?? 0));
  return [...needy, ...others.map((tile) => tile.table)];
}
