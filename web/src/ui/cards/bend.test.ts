import { describe, expect, it } from "vitest";
import { bendCard, limitPull, gripPoint, type CardPoint, type Strip } from "./bend";

const SIZE = { width: 100, height: 140 };
const applyMatrix = ({ matrix: [a, b, c, d, e, f] }: Strip, { x, y }: CardPoint): CardPoint => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});
const area = (outline: readonly CardPoint[]): number =>
  Math.abs(
    outline.reduce((sum, point, index) => {
      const next = outline[(index + 1) % outline.length] ?? point;
      return sum + point.x * next.y - next.x * point.y;
    }, 0),
  ) / 2;

describe("a squeezed card", () => {
  it("is held at a near corner, or else at the nearest edge", () => {
    expect(gripPoint({ x: 12, y: 130 }, SIZE)).toEqual({ x: 0, y: 140 });
    expect(gripPoint({ x: 50, y: 120 }, SIZE)).toEqual({ x: 50, y: 140 });
    expect(gripPoint({ x: 90, y: 70 }, SIZE)).toEqual({ x: 100, y: 70 });
  });

  it("can only be pulled into the card", () => {
    expect(limitPull({ x: 0, y: 140 }, { x: -5, y: -20 }, SIZE)).toEqual({ x: 0, y: -20 });
    expect(limitPull({ x: 50, y: 140 }, { x: 80, y: -20 }, SIZE)).toEqual({ x: 15, y: -20 });
    expect(Math.abs(limitPull({ x: 50, y: 140 }, { x: 0, y: 30 }, SIZE).y)).toBe(0);
  });

  it("lies flat until it is pulled", () =>
    expect(bendCard(SIZE, { x: 0, y: 140 }, { x: 0, y: 0 })).toMatchObject({
      turnedFraction: 0,
      strips: [{ side: "back", matrix: [1, 0, 0, 1, 0, 0] }],
    }));

  it("shows its face only when it is bent past the vertical", () => {
    expect(bendCard(SIZE, { x: 0, y: 140 }, { x: 2, y: -2 }).strips.map((strip) => strip.side)).not.toContain("face");
    expect(bendCard(SIZE, { x: 0, y: 140 }, { x: 40, y: -40 }).strips.map((strip) => strip.side)).toContain("face");
  });

  it.each([
    [
      { x: 0, y: 140 },
      { x: 45, y: -30 },
    ],
    [
      { x: 50, y: 140 },
      { x: 5, y: -90 },
    ],
    [
      { x: 100, y: 60 },
      { x: -70, y: 10 },
    ],
  ])("keeps its area, held at %o and pulled by %o", (grip, pull) => {
    const { strips } = bendCard(SIZE, grip, pull);
    const totalArea = strips.reduce((sum, strip) => sum + area(strip.outline), 0);
    expect(totalArea).toBeGreaterThan(14_000);
    expect(totalArea).toBeLessThan(14_000 * 1.12);
  });

  it("has its held corner under the finger, with the face not mirrored", () => {
    const pull = { x: 60, y: -60 };
    const flap = bendCard(SIZE, { x: 0, y: 140 }, pull).strips.at(-1);
    expect(flap?.side).toBe("face");
    const corner = applyMatrix(flap!, { x: 100, y: 140 });
    expect(corner.x).toBeCloseTo(60, 5);
    expect(corner.y).toBeCloseTo(80, 5);
    const [a, b, c, d] = flap!.matrix;
    expect(a * d - b * c).toBeCloseTo(1, 5);
  });

  it("is fully turned when it is pulled over completely", () =>
    expect(bendCard(SIZE, { x: 50, y: 140 }, { x: 0, y: -260 }).turnedFraction).toBe(1));
});
