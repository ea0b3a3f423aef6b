import { expect, it } from "vitest";
import { result, settled } from "../games/testing/table";
import { settledIn, stopsOf } from "./settled";

const results = [
  result("ante", "win", 2000),
  result("blind", "push", 0),
  result("ante", "lose", -2000, { seat: 3 }),
  result("play", "win", 8000),
];

it("results come in the order they are paid in, where the house told it", () => {
  const last = settled(results, { results, settlement_order: [3, 0, 1, 2] });
  expect(settledIn(last).map((one) => `${one.seat} ${one.wager}`)).toEqual(["2 play", "2 ante", "2 blind", "3 ante"]);
  expect(settledIn({ ...last, settlement_order: [] })).toEqual(results);
  expect(settledIn(settled([], {}))).toEqual([]);
});

it("what is settled at one seat stands together, and a seat that is come back to stands again", () => {
  const behind = result("ante", "win", 2000, { bettor: "behind" });
  expect(stopsOf([...results, behind]).map((stop) => [stop.seat, stop.bettor, stop.results.length])).toEqual([
    [2, "player", 2],
    [3, "player", 1],
    [2, "player", 1],
    [2, "behind", 1],
  ]);
});
