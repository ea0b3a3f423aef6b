import type { Cell, NextMarks, Roads, ShoeTrend } from "../../../lib/types";

export type RoadName = Exclude<keyof Roads, "leading_ties">;
export type DerivedRoad = keyof NextMarks["player"];

export type RoadSize = "terminal" | "phone" | "wall";

/** Size of a square in rem. Terminals are read from 60 cm, phones from 30 cm, walls from 10 m. */
export const SQUARE_REM: Record<RoadSize, Record<RoadName, number>> = {
  terminal: { bead: 1.375, big: 1.25, big_eye: 0.75, small: 0.75, cockroach: 0.75 },
  phone: { bead: 1.375, big: 1.25, big_eye: 0.75, small: 0.75, cockroach: 0.75 },
  wall: { bead: 3.25, big: 2.75, big_eye: 1.375, small: 1.375, cockroach: 1.375 },
};
export const ROAD_ROWS = 6;
/** Width of a square in units of the SVG, whatever its size on the screen. */
export const SQUARE_UNITS = 20;

/** Returns the number of columns in use, plus one empty column at the end. */
export function columnCount(cells: readonly Cell[]): number {
  return cells.reduce((most, cell) => Math.max(most, cell.column + 1), 0) + 1;
}

/** Returns the cells of the big road. Ties before the first win are counted on its first cell, which is added if there is no win yet. */
export function bigRoadCells(roads: ShoeTrend["roads"]): Cell[] {
  const [first, ...others] = roads.big;
  if (roads.leading_ties === 0) return roads.big;
  if (first === undefined) return [{ column: 0, row: 0, mark: "tie", hand: roads.leading_ties, ties: roads.leading_ties }];
  return [{ ...first, ties: (first.ties ?? 0) + roads.leading_ties }, ...others];
}
