import { describe, expect, it } from "vitest";
import { RANKS, SUITS, cardFace, isJoker, cardName } from "../../lib/cards";
import { courtSymbols } from "./courts";
import { closeMirroredPath } from "./mirroring";
import { PIP_POSITIONS } from "./pips";

describe("the faces of the cards", () => {
  it("a card has as many pips as it counts, and half of them stand on their heads", () => {
    for (const rank of ["2", "3", "4", "5", "6", "7", "8", "9", "10"]) {
      const places = PIP_POSITIONS[rank] ?? [];
      expect(places).toHaveLength(Number(rank));
      const across = places.map(([x, y]) => `${100 - x} ${140 - y}`).sort();
      if (rank !== "7") expect(across).toEqual(places.map(([x, y]) => `${x} ${y}`).sort());
    }
  });

  it("every rank is either counted in pips or is a court", () => {
    expect(RANKS.map((rank) => cardFace(`${rank}s`).rank).filter((rank) => !(rank in PIP_POSITIONS))).toEqual(["J", "Q", "K"]);
  });

  it("twelve courts, no two alike", () => {
    const drawn = [...courtSymbols().matchAll(/<symbol id="court_([JQK][shdc])"[^>]*>(.*?)<\/symbol>/gs)];
    expect(drawn.map(([, name]) => name).sort()).toEqual(["J", "Q", "K"].flatMap((rank) => SUITS.map((suit) => rank + suit)).sort());
    expect(new Set(drawn.map(([, , figure]) => figure)).size).toBe(12);
  });

  it("half an outline is closed by its mirror image", () => {
    expect(closeMirroredPath("M0 -4L3 -2C4 -1 4 1 0 2")).toBe("M0 -4L3 -2C4 -1 4 1 0 2C-4 1 -4 -1 -3 -2L0 -4Z");
  });

  it("the joker is no king", () => {
    expect([isJoker("JK"), isJoker("Kd"), cardFace("JK").rank, cardName("JK")]).toEqual([true, false, "★", "joker"]);
  });
});
