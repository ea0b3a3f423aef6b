import { describe, expect, it } from "vitest";
import { loadParts } from "../load";
import { tableView } from "../testing/table-view";
import { probabilityText, warProbabilities } from "./war-probabilities";
import { resultSentence, warState } from "./war-state";
import { ladderSteps } from "./ladder";

describe("a round that is over", () => {
  it.each([
    [{ player: ["Kd"], banker: ["Ts"] }, "Player wins with a king"],
    [{ player: ["2d"], banker: ["As"] }, "Banker wins with an ace"],
    [{ player: ["Kd", "8c", "4s"], banker: ["Ks", "8h", "5d"] }, "Banker wins with a 5 · Banker pushes · 2 wars"],
    [{ player: ["Kd"], banker: ["Ks", "2h"] }, "No pair is left: nobody wins"],
    [{}, ""],
  ])("%j: %s", (cards, said) => expect(resultSentence(warState(cards))).toBe(said));
});

it("equal cards are told as a war until the next pair lies", async () => {
  const seen = (...cards: string[]) => cards.map((card, place) => ({ position_in_hand: place + 1, card_number: place + 1, is_face_down: false, card }));
  const { dealingSentence } = await loadParts("terminal", "war");
  const told = (banker: string[], player: string[]): string => dealingSentence(tableView({ phase: "dealing", hands: { banker: seen(...banker), player: seen(...player) } })).main;
  expect(told(["Ks"], ["Kd"])).toBe("War 1: both hands have a king");
  expect(told(["Ks", "5d"], ["Kd"])).toBe("War 1: both hands have a king");
  expect(told(["Ks", "5d"], ["Kd", "4s"])).not.toContain("War");
});

describe("the stair", () => {
  const lying = (many: number) => Array.from({ length: many }, (_, place) => ({ nth: place + 1, card: "Ks" }));

  it("has the deal and four wars, and lights the last pair", () => {
    const steps = ladderSteps(lying(2), lying(2));
    expect(steps.map((step) => step.isReached)).toEqual([true, true, false, false, false]);
    expect(steps.findIndex((step) => step.isNewest)).toBe(1);
    expect(steps.filter((step) => step.isFar).map((step) => step.wars)).toEqual([3, 4]);
  });

  it("is climbed by a card whose pair is not complete", () => {
    const steps = ladderSteps(lying(2), lying(1));
    expect([steps[1]?.banker?.nth, steps[1]?.player]).toEqual([2, null]);
  });

  it("shows the latest pair on its last step", () => expect(ladderSteps(lying(7), lying(7))[4]?.banker?.nth).toBe(7));
});

describe("the chance of wars", () => {
  it("is the par sheet's own", () => expect(warProbabilities({ wagers: [{ wager: "war", loss: 0.9253, rows: [{ probability: 0.069 }, { probability: 0.005 }] }] })).toEqual([0.9253, 0.069, 0.005]));
  it("is empty before the sheet is there", () => expect(warProbabilities(null)).toEqual([]));
  it.each([[0.92530, "92.530%"], [3.1e-5, "0.003%"], [1e-9, "<0.001%"], [undefined, "–"]])("%s: %s", (chance, shown) => expect(probabilityText(chance)).toBe(shown));
});
