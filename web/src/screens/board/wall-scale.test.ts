import { describe, expect, it } from "vitest";
import { wallScale } from "./wall-scale";

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
});
