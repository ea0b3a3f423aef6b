import { describe, expect, it } from "vitest";
import { wallGrid, splitIntoPages, wallScale } from "./wall-scale";

describe("a wall board", () => {
  it.each([
    [1920, 1080, 1],
    [1080, 1920, 1],
    [3840, 2160, 2],
    [1280, 720, 2 / 3],
    [768, 1024, 1024 / 1920],
    [844, 390, null],
    [390, 844, null],
    [960, 540, null],
  ])("of %i by %i pixels has scale %f", (width, height, scale) => {
    const actual = wallScale(width, height);
    if (scale === null) expect(actual).toBeNull();
    else expect(actual).toBeCloseTo(scale);
  });

  it("shows a few tables large", () => {
    expect(wallGrid(1, "landscape")).toEqual({ columns: 1, rows: 1 });
    expect(wallGrid(4, "landscape")).toEqual({ columns: 2, rows: 2 });
    expect(wallGrid(3, "portrait")).toEqual({ columns: 1, rows: 3 });
  });

  it("does not make tiles smaller when there are many tables", () => {
    for (const tables of [6, 7, 60]) expect(wallGrid(tables, "landscape")).toEqual({ columns: 3, rows: 2 });
    for (const tables of [8, 9, 60]) expect(wallGrid(tables, "portrait")).toEqual({ columns: 2, rows: 4 });
  });

  it("puts every table on one page, in order, and leaves no page nearly empty", () => {
    for (let tables = 0; tables <= 40; tables += 1) {
      const all = Array.from({ length: tables }, (_, index) => index);
      const pages = splitIntoPages(all, 6);
      expect(pages.flat()).toEqual(all);
      for (const page of pages) expect(page.length).toBeLessThanOrEqual(6);
      if (pages.length > 1)
        expect(pages.at(-1)!.length).toBeGreaterThanOrEqual(Math.min(...pages.slice(0, -1).map((page) => page.length)) - pages.length + 1);
    }
  });
});
