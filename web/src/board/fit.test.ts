import { describe, expect, it } from "vitest";
import { wallOf } from "./fit";

describe("a wall of tables", () => {
  it("draws a few large", () => {
    expect(wallOf(1)).toEqual({ columns: 1, tile: 2, square: 3 });
    expect(wallOf(4).columns).toBe(2);
    expect(wallOf(9).columns).toBe(3);
  });

  it("has room for every row, however many tables there are", () => {
    for (let tables = 10; tables <= 60; tables += 1) {
      const { columns, tile, square } = wallOf(tables);
      const rows = Math.ceil(tables / columns);
      expect(rows * (7.5 * tile + 6 * square) + 0.75 * (rows - 1)).toBeLessThanOrEqual(62);
      expect(tile).toBeLessThan(1.5);
    }
  });

  it("draws no table larger because there are more", () => {
    const sizes = [4, 9, 12, 20, 25, 36].map((tables) => wallOf(tables).tile);
    expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
  });
});
