import { expect, it } from "vitest";
import { axisFor, positionOn } from "./chart-axis";

it("has round steps, zero, and room for every value", () => {
  const axis = axisFor([131_000, -121_500, 42_000]);
  expect(axis.marks).toContain(0);
  expect(axis.top).toBeGreaterThanOrEqual(131_000);
  expect(axis.bottom).toBeLessThanOrEqual(-121_500);
  expect(new Set(axis.marks.slice(1).map((mark, index) => mark - (axis.marks[index] ?? 0)))).toEqual(new Set([100_000]));
});

it("starts at zero where nothing was lost, and has an upper end where nothing was won", () => {
  expect(axisFor([5_000]).bottom).toBe(0);
  expect(axisFor([]).top).toBeGreaterThan(0);
});

it("places a loss below zero and a win above it", () => {
  const axis = axisFor([10_000, -10_000]);
  const zero = positionOn(axis, 0);
  expect(positionOn(axis, -10_000)).toBeLessThan(zero);
  expect(positionOn(axis, 10_000)).toBeGreaterThan(zero);
  expect(positionOn(axis, axis.top)).toBe(100);
});
