import { describe, expect, it } from "vitest";
import { face, spoken } from "../../../lib/cards";
import { CIRCLES, DOMINOES, halvesOf } from "../../../lib/tiles";
import type { LastRound } from "../../../lib/types";
import { isSame, marked, pieceOf } from "../../../terminal/asked/arranging.svelte";
import { CIRCLED, pipsOf } from "../../../ui/tiles/pips";
import type { Ended } from "../../parts";
import { lastFelt, outcomeOf } from "../felt";
import { readTwo, twoName, twoNote } from "../mah_jong/felt";
import { resultTold } from "../terminal/said";
import { partName, readMade, writtenMade } from "../words";
import { directionOf } from "./direction";
import { countIn, readTileName, tileHandNote, tileHandOf } from "./made";

const hand = (total: number | null, category: string | null, ...ranks: string[]) => ({ total, soft: false, category, ranks, cards: [] });

describe("a tile is drawn with all its dots", () => {
  it.each(DOMINOES)("%s", (tile) => {
    const [fewer, more] = halvesOf(tile);
    expect([pipsOf(fewer, false).length, pipsOf(more, false).length]).toEqual([fewer, more]);
  });
  it("ones and fours are red, and of the double six every other column", () => {
    expect([1, 2, 3, 4, 5, 6].map((half) => pipsOf(half, false).every((pip) => pip.red))).toEqual([true, false, false, true, false, false]);
    expect(pipsOf(6, true).filter((pip) => pip.red)).toHaveLength(3);
  });
  it("circles are as many as the tile counts, and none on the window", () => {
    expect(CIRCLES.map((tile) => CIRCLED[tile]?.length ?? 0)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 0]);
  });
});

it("tiles are read out by their names, and written by their numbers", () => {
  expect(["6-6", "2-4", "1", "7", "W", "Kd"].map(spoken)).toEqual(["Teen, 6 and 6", "Gee Joon, 2 and 4", "1 circle", "7 circles", "window", "K of diamonds".replace("K", "king")]);
  expect(["2-6", "W"].map((tile) => face(tile).rank + face(tile).symbol)).toEqual(["2-6", "W"]);
});

describe("two tiles are called", () => {
  it.each([
    [hand(null, "wong", "teen", "gow"), ["6-6", "4-5"], "Teen Wong", "Teen with a nine"],
    [hand(null, "gong", "dey", "bot"), ["1-1", "2-6"], "Dey Gong", "Dey with an eight"],
    [hand(null, "pair", "foo", "foo"), ["5-6", "5-6"], "Pair of Foo", "two that belong together"],
    [hand(null, "pair", "gee joon", "gee joon"), ["1-2", "2-4"], "Gee Joon", "two that belong together"],
    [hand(8, null, "yun", "mooy"), ["4-4", "5-5"], "8, Yun", "Yun high, 18 counts 8"],
    [hand(9, null, "look", "gee joon"), ["1-5", "1-2"], "9, Look", "Look high"],
  ])("%j", (made, tiles, name, note) => {
    const read = readMade(made);
    expect([partName("low", read), tileHandNote(tiles, tileHandOf(made))]).toEqual([name, note]);
  });
  it("as a kept round has them written", () => {
    expect(["teen wong", "pair of chong", "supreme pair", "7, gor on top", "pair of kings"].map((name) => partName("high", writtenMade(name)))).toEqual(["Teen Wong", "Pair of Chong", "Gee Joon", "7, Gor", "pair of kings"]);
  });
  it("gee joon says what it counts", () => {
    const counts = (other: string, points: number, top: string): string => countIn("1-2", [other, "1-2"], tileHandOf(hand(points, null, top, "gee joon")));
    expect([counts("1-5", 9, "look"), counts("1-1", 8, "dey"), countIn("2-4", ["1-2", "2-4"], readTileName("supreme pair"))]).toEqual(["3 or 6: 3", "3 or 6: 6", "3 or 6"]);
  });
});

it("of two tiles alike each is itself, and either may lie in a hand", () => {
  const trays = marked({ high: ["6-6", "1-3"], low: ["6-6", "2-4"] });
  expect(trays).toEqual({ high: ["6-6", "1-3"], low: ["6-6'", "2-4"] });
  expect(Object.values(trays).flat().map(pieceOf)).toEqual(["6-6", "1-3", "6-6", "2-4"]);
  expect(isSame(trays, { high: ["1-3", "6-6"], low: ["2-4", "6-6"] })).toBe(true);
  expect(isSame(trays, { high: ["6-6", "6-6"], low: ["1-3", "2-4"] })).toBe(false);
});

it("seats go round the way they are opened", () => {
  const seats = (...numbers: number[]): { seat: number }[] => numbers.map((seat) => ({ seat }));
  expect([directionOf(seats(3, 2), 8), directionOf(seats(1, 8), 8), directionOf(seats(7, 1), 8), directionOf(seats(2), 8)]).toEqual(["counter-clockwise", "counter-clockwise", "clockwise", null]);
});

it("a round that is over is read counter-clockwise from the action", () => {
  const cards = { "dealer/high": ["1-1", "2-6"], "dealer/low": ["4-4", "5-5"], "player:2/high": ["5-6", "5-6"], "player:2/low": ["3-3", "2-2"], "player:3/high": ["6-6", "4-5"], "player:3/low": ["1-5", "1-2"] };
  const facts = { against: "dealer", high: "dey gong", low: "8, yun on top", dice: [4, 3, 2], action: 3, bank: 4, direction: "counter-clockwise", "seat 3 high": "win", "seat 3 low": "win", "seat 2 high": "win", "seat 2 low": "copy-lose" };
  const last = { round: "t/000001", cards, facts } as unknown as LastRound;
  expect(lastFelt(last).seats.map((one) => [one.seat, outcomeOf(one)])).toEqual([[3, "win"], [2, "push"]]);
  expect(resultTold(last as Ended)).toBe("Player-dealer: Dey Gong and 8, Yun");
});

it("two tiles of circles are read as the house calls them", () => {
  expect(["pair of windows", "pair of sixes", "9, window on top", "0, seven on top"].map((name) => twoName(readTwo(name)))).toEqual(["Pair of window", "Pair of 6", "9, window high", "0, 7 high"]);
  expect(twoNote(["9", "W"], readTwo("9, window on top"))).toBe("9 and 10: 19 counts 9");
});
