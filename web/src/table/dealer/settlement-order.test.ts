import { expect, it } from "vitest";
import { ownResult, settledRound } from "../../games/testing/table-view";
import { resultsInOrder, settlementSteps } from "./settlement-order";

const results = [
  ownResult("ante", "win", 2000),
  ownResult("blind", "push", 0),
  ownResult("ante", "lose", -2000, { seat: 3 }),
  ownResult("play", "win", 8000),
];

it("results come in settlement order if the server sent one", () => {
  const last = settledRound(results, { results, settlement_order: [3, 0, 1, 2] });
  expect(resultsInOrder(last).map((result) => `${result.seat} ${result.wager}`)).toEqual(["2 play", "2 ante", "2 blind", "3 ante"]);
  expect(resultsInOrder({ ...last, settlement_order: [] })).toEqual(results);
  expect(resultsInOrder(settledRound([], {}))).toEqual([]);
});

it("consecutive results of a seat and bettor form one step, and a seat can have several steps", () => {
  const behind = ownResult("ante", "win", 2000, { bettor: "behind" });
  expect(settlementSteps([...results, behind]).map((step) => [step.seat, step.bettor, step.results.length])).toEqual([
    [2, "player", 2],
    [3, "player", 1],
    [2, "player", 1],
    [2, "behind", 1],
  ]);
});
