import { describe, expect, it } from "vitest";
import { cardFace, cardName } from "../../../lib/cards";
import { CIRCLES, DOMINOES, dominoHalves } from "../../../lib/tiles";
import type { LastRound } from "../../../lib/types";
import { isSameArrangement, withUniqueKeys, cardFromKey } from "../../../table/deciding/hand-setting.svelte";
import { CIRCLES_BY_TILE, dominoPips } from "../../../ui/tiles/pips";
import type { FinishedRound } from "../../../table/game-parts";
import { handsOfFinishedRound, handOutcome } from "../shared/hands";
import { twoTileHandFromName, twoTileName, twoTileNote } from "../mah_jong/hands";
import { resultSentence } from "../shared/sentences";
import { partHandName, paiGowHandFrom, paiGowHandFromName } from "../shared/words";
import { seatDirection } from "./sentences";
import { tileCountText, dominoHandFromName, dominoHandNote, dominoHandFrom } from "../shared/domino-hand";

const hand = (total: number | null, category: string | null, ...ranks: string[]) => ({ total, is_soft: false, category, ranks, cards: [] });

describe("a tile is drawn with all its dots", () => {
  it.each(DOMINOES)("%s", (tile) => {
    const [fewer, more] = dominoHalves(tile);
    expect([dominoPips(fewer, false).length, dominoPips(more, false).length]).toEqual([fewer, more]);
  });
  it("ones and fours are red, and half of the dots of the double six", () => {
    expect([1, 2, 3, 4, 5, 6].map((half) => dominoPips(half, false).every((pip) => pip.red))).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
    ]);
    expect(dominoPips(6, true).filter((pip) => pip.red)).toHaveLength(3);
  });
  it("a circle tile has as many circles as its number, and the window has none", () => {
    expect(CIRCLES.map((tile) => CIRCLES_BY_TILE[tile]?.length ?? 0)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 0]);
  });
});

it("screen readers get the names of tiles, the screen their numbers", () => {
  expect(["6-6", "2-4", "1", "7", "W", "Kd"].map(cardName)).toEqual([
    "Teen, 6 and 6",
    "Gee Joon, 2 and 4",
    "1 circle",
    "7 circles",
    "window",
    "K of diamonds".replace("K", "king"),
  ]);
  expect(["2-6", "W"].map((tile) => cardFace(tile).rank + cardFace(tile).symbol)).toEqual(["2-6", "W"]);
});

describe("the name of two dominoes", () => {
  it.each([
    [hand(null, "wong", "teen", "gow"), ["6-6", "4-5"], "Teen Wong", "Teen with a nine"],
    [hand(null, "gong", "dey", "bot"), ["1-1", "2-6"], "Dey Gong", "Dey with an eight"],
    [hand(null, "pair", "foo", "foo"), ["5-6", "5-6"], "Pair of Foo", "two that belong together"],
    [hand(null, "pair", "gee joon", "gee joon"), ["1-2", "2-4"], "Gee Joon", "two that belong together"],
    [hand(8, null, "yun", "mooy"), ["4-4", "5-5"], "8, Yun", "Yun high, 18 counts 8"],
    [hand(9, null, "look", "gee joon"), ["1-5", "1-2"], "9, Look", "Look high"],
  ])("%j", (made, tiles, name, note) => {
    const read = paiGowHandFrom(made);
    expect([partHandName("low", read), dominoHandNote(tiles, dominoHandFrom(made))]).toEqual([name, note]);
  });
  it("is read from the facts of a past round", () => {
    expect(
      ["teen wong", "pair of chong", "supreme pair", "7, gor on top", "pair of kings"].map((name) =>
        partHandName("high", paiGowHandFromName(name)),
      ),
    ).toEqual(["Teen Wong", "Pair of Chong", "Gee Joon", "7, Gor", "pair of kings"]);
  });
  it("a Gee Joon tile says what it counts", () => {
    const counts = (other: string, points: number, top: string): string =>
      tileCountText("1-2", [other, "1-2"], dominoHandFrom(hand(points, null, top, "gee joon")));
    expect([
      counts("1-5", 9, "look"),
      counts("1-1", 8, "dey"),
      tileCountText("2-4", ["1-2", "2-4"], dominoHandFromName("supreme pair")),
    ]).toEqual(["3 or 6: 3", "3 or 6: 6", "3 or 6"]);
  });
});

it("two identical tiles have different keys, and arrangements ignore which is which", () => {
  const trays = withUniqueKeys({ high: ["6-6", "1-3"], low: ["6-6", "2-4"] });
  expect(trays).toEqual({ high: ["6-6", "1-3"], low: ["6-6'", "2-4"] });
  expect(Object.values(trays).flat().map(cardFromKey)).toEqual(["6-6", "1-3", "6-6", "2-4"]);
  expect(isSameArrangement(trays, { high: ["1-3", "6-6"], low: ["2-4", "6-6"] })).toBe(true);
  expect(isSameArrangement(trays, { high: ["6-6", "6-6"], low: ["1-3", "2-4"] })).toBe(false);
});

it("the direction follows from the order in which seats are opened", () => {
  const seats = (...numbers: number[]): { seat: number }[] => numbers.map((seat) => ({ seat }));
  expect([seatDirection(seats(3, 2), 8), seatDirection(seats(1, 8), 8), seatDirection(seats(7, 1), 8), seatDirection(seats(2), 8)]).toEqual(
    ["counter-clockwise", "counter-clockwise", "clockwise", null],
  );
});

it("a finished round lists the seats counter-clockwise from the action button", () => {
  const cards = {
    "dealer/high": ["1-1", "2-6"],
    "dealer/low": ["4-4", "5-5"],
    "player:2/high": ["5-6", "5-6"],
    "player:2/low": ["3-3", "2-2"],
    "player:3/high": ["6-6", "4-5"],
    "player:3/low": ["1-5", "1-2"],
  };
  const facts = {
    against: "dealer",
    high: "dey gong",
    low: "8, yun on top",
    dice: [4, 3, 2],
    action: 3,
    bank: 4,
    direction: "counter-clockwise",
    "seat 3 high": "win",
    "seat 3 low": "win",
    "seat 2 high": "win",
    "seat 2 low": "copy-lose",
  };
  const last = { round: "t/000001", cards, facts } as unknown as LastRound;
  expect(handsOfFinishedRound(last).seats.map((hand) => [hand.seat, handOutcome(hand)])).toEqual([
    [3, "win"],
    [2, "push"],
  ]);
  expect(resultSentence(last as FinishedRound)).toBe("Player-dealer: Dey Gong and 8, Yun");
});

it("the server's names of two circle tiles are parsed", () => {
  expect(
    ["pair of windows", "pair of sixes", "9, window on top", "0, seven on top"].map((name) => twoTileName(twoTileHandFromName(name))),
  ).toEqual(["Pair of windows", "Pair of sixes", "9, window high", "0, 7 high"]);
  expect(twoTileNote(["9", "W"], twoTileHandFromName("9, window on top"))).toBe("9 and 10: 19 counts 9");
});
