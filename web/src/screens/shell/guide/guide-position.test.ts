import { describe, expect, it } from "vitest";
import { boundingRect, positionBeside } from "./guide-position";

const SCREEN = { width: 400, height: 800 };
const CARD = { width: 300, height: 150 };

describe("the card of a guide", () => {
  it("is below its target, or above a target at the bottom of the screen", () => {
    expect(positionBeside({ left: 50, top: 100, width: 100, height: 50 }, CARD, SCREEN)).toEqual({ left: 12, top: 162 });
    expect(positionBeside({ left: 0, top: 700, width: 400, height: 100 }, CARD, SCREEN).top).toBe(538);
  });

  it("never leaves the screen, however large the target is", () => {
    for (const target of [null, { left: 0, top: 0, width: 400, height: 800 }, { left: 390, top: 790, width: 500, height: 500 }]) {
      const { left, top } = positionBeside(target, CARD, SCREEN);
      expect(left >= 0 && left + CARD.width <= SCREEN.width && top >= 0 && top + CARD.height <= SCREEN.height).toBe(true);
    }
  });
});

it("the bounding rectangle covers all visible parts", () => {
  expect(boundingRect([])).toBeNull();
  expect(boundingRect([{ left: 0, top: 0, width: 0, height: 9 }])).toBeNull();
  expect(
    boundingRect([
      { left: 10, top: 10, width: 5, height: 5 },
      { left: 30, top: 0, width: 10, height: 10 },
    ]),
  ).toEqual({ left: 10, top: 0, width: 30, height: 15 });
});
