import { describe, expect, it } from "vitest";
import { layOutTiles, tileFontScale, gridTracks } from "./tile-grid";

const TERMINAL = { width: 117, height: 51 };
const CABINET = { width: 64, height: 105 };
const PHONE = { width: 22, height: 30 };

describe("the tile grid", () => {
  it.each([
    [1, TERMINAL, 1],
    [2, TERMINAL, 2],
    [3, TERMINAL, 3],
    [4, TERMINAL, 2],
    [6, TERMINAL, 3],
    [4, CABINET, 1],
    [6, CABINET, 2],
    [1, PHONE, 1],
  ])("lays out %i tables in %o in %i columns", (count, space, columns) => {
    const grid = layOutTiles(count, space);
    expect(grid).toMatchObject({ columns, fitsOneScreen: true });
    expect(tileFontScale(grid)).toBeGreaterThanOrEqual(1);
  });

  it("makes many tiles small, and scrolls", () => {
    for (const space of [TERMINAL, CABINET, PHONE]) {
      const grid = layOutTiles(60, space);
      expect(grid).toMatchObject({ fitsOneScreen: false, shape: "small" });
      expect(grid.tile.width).toBeGreaterThanOrEqual(20);
      expect(tileFontScale(grid)).toBe(1);
    }
  });

  it("fills an incomplete last row", () => {
    for (const [tables, columns] of [
      [3, 2],
      [5, 3],
      [4, 3],
      [6, 3],
      [7, 2],
    ] as const) {
      const { count, spanOf } = gridTracks(tables, columns);
      const taken = Array.from({ length: tables }, (_, index) => spanOf(index)).reduce((sum, span) => sum + span, 0);
      expect(taken).toBe(count * Math.ceil(tables / columns));
    }
  });

  it("has one column in a window narrower than a tile", () => expect(layOutTiles(3, { width: 18, height: 20 }).columns).toBe(1));
});
