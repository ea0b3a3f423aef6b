import { describe, expect, it } from "vitest";
import { RANKS, SUITS, cardFace, isJoker, cardName } from "../../lib/cards";
import { courtSymbols } from "./courts";
import { closeMirroredPath } from "./mirroring";
import { PIP_POSITIONS } from "./pips";

describe("the faces of the cards", () => {
  it("has as many pips as the rank, symmetrical about the centre except for the seven", () => {
    for (const rank of ["2", "3", "4", "5", "6", "7", "8", "9", "10"]) {
      const places = PIP_POSITIONS[rank] ?? [];
      expect(places).toHaveLength(Number(rank));
      const across = places.map(([x, y]) => `${100 - x} ${140 - y}`).sort();
      if (rank !== "7") expect(across).toEqual(places.map(([x, y]) => `${x} ${y}`).sort());
    }
  });

  it("has pips for every rank except jack, queen and king", () => {
    expect(RANKS.map((rank) => cardFace(`${rank}s`).rank).filter((rank) => !(rank in PIP_POSITIONS))).toEqual(["J", "Q", "K"]);
  });

  it("has twelve court drawings, all different", () => {
    const drawn = [...courtSymbols().matchAll(/<symbol id="court_([JQK][shdc])"[^>]*>(.*?)<\/symbol>/gs)];
    expect(drawn.map(([, name]) => name).sort()).toEqual(["J", "Q", "K"].flatMap((rank) => SUITS.map((suit) => rank + suit)).sort());
    expect(new Set(drawn.map(([, , figure]) => figure)).size).toBe(12);
  });

  it("closes half an outline with its mirror image", () => {
    expect(closeMirroredPath("M0 -4L3 -2C4 -1 4 1 0 2")).toBe("M0 -4L3 -2C4 -1 4 1 0 2C-4 1 -4 -1 -3 -2L0 -4Z");
  });

  it("does not take the joker for a king", () => {
    expect([isJoker("JK"), isJoker("Kd"), cardFace("JK").rank, cardName("JK")]).toEqual([true, false, "★", "joker"]);
  });
});
