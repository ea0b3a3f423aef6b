import { describe, expect, it } from "vitest";
import { layOutTiles, tileFontScale, gridTracks } from "./tile-grid";

const TERMINAL = { width: 117, height: 51 };
const CABINET = { width: 64, height: 105 };
const PHONE = { width: 22, height: 30 };

describe("tables to choose from", () => {
  it.each([
    [1, TERMINAL, 1],
    [2, TERMINAL, 2],
    [3, TERMINAL, 3],
    [4, TERMINAL, 2],
    [6, TERMINAL, 3],
    [4, CABINET, 1],
    [6, CABINET, 2],
    [1, PHONE, 1],
  ])("%i of them share %o in %i columns", (count, room, columns) => {
    const grid = layOutTiles(count, room);
    expect(grid).toMatchObject({ columns, fitsOneScreen: true });
    expect(tileFontScale(grid)).toBeGreaterThanOrEqual(1);
  });

  it("many are as small as they may be, and scroll", () => {
    for (const room of [TERMINAL, CABINET, PHONE]) {
      const grid = layOutTiles(60, room);
      expect(grid).toMatchObject({ fitsOneScreen: false, shape: "small" });
      expect(grid.tile.width).toBeGreaterThanOrEqual(20);
      expect(tileFontScale(grid)).toBe(1);
    }
  });

  it("fills a last row that is not full", () => {
    for (const [tables, columns] of [[3, 2], [5, 3], [4, 3], [6, 3], [7, 2]] as const) {
      const { count, spanOf } = gridTracks(tables, columns);
      const taken = Array.from({ length: tables }, (_, nth) => spanOf(nth)).reduce((sum, one) => sum + one, 0);
      expect(taken).toBe(count * Math.ceil(tables / columns));
    }
  });

  it("a window narrower than any tile has one column", () => expect(layOutTiles(3, { width: 18, height: 20 }).columns).toBe(1));
});
