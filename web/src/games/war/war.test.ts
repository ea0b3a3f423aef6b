import { describe, expect, it } from "vitest";
import { loadParts } from "../../table/game-loader";
import { tableView } from "../testing/table-view";
import { ladderSteps, probabilityText, warProbabilities, warState } from "./rounds";
import { resultSentence } from "./sentences";

describe("the result of a round", () => {
  it.each([
    [{ player: ["Kd"], banker: ["Ts"] }, "Player wins with a king"],
    [{ player: ["2d"], banker: ["As"] }, "Banker wins with an ace"],
    [{ player: ["Kd", "8c", "4s"], banker: ["Ks", "8h", "5d"] }, "Banker wins with a 5 · Banker pushes · 2 wars"],
    [{ player: ["Kd"], banker: ["Ks", "2h"] }, "No pair is left: nobody wins"],
    [{}, ""],
  ])("%j: %s", (cards, sentence) => expect(resultSentence(warState(cards))).toBe(sentence));
});

it("equal cards are announced as a war until the next pair is complete", async () => {
  const faceUp = (...cards: string[]) =>
    cards.map((card, index) => ({ position_in_hand: index + 1, card_number: index + 1, is_face_down: false, card }));
  const { dealingSentence } = await loadParts("terminal", "war");
  const statusText = (banker: string[], player: string[]): string =>
    dealingSentence(tableView({ phase: "dealing", hands: { banker: faceUp(...banker), player: faceUp(...player) } })).main;
  expect(statusText(["Ks"], ["Kd"])).toBe("War 1: both hands have a king");
  expect(statusText(["Ks", "5d"], ["Kd"])).toBe("War 1: both hands have a king");
  expect(statusText(["Ks", "5d"], ["Kd", "4s"])).not.toContain("War");
});

describe("the ladder", () => {
  const kings = (count: number) => Array.from({ length: count }, (_, index) => ({ nth: index + 1, card: "Ks" }));

  it("has the deal and four wars, and marks the last pair", () => {
    const steps = ladderSteps(kings(2), kings(2));
    expect(steps.map((step) => step.isReached)).toEqual([true, true, false, false, false]);
    expect(steps.findIndex((step) => step.isNewest)).toBe(1);
    expect(steps.filter((step) => step.isFar).map((step) => step.wars)).toEqual([3, 4]);
  });

  it("shows a card before its pair is complete", () => {
    const steps = ladderSteps(kings(2), kings(1));
    expect([steps[1]?.banker?.nth, steps[1]?.player]).toEqual([2, null]);
  });

  it("shows the newest pair on its last step", () => expect(ladderSteps(kings(7), kings(7))[4]?.banker?.nth).toBe(7));
});

describe("the probability of wars", () => {
  const payRow = (probability: number) => ({ row: "", pays: "", probability });
  it("comes from the par sheet", () =>
    expect(warProbabilities({ wagers: [{ wager: "war", loss: 0.9253, rows: [payRow(0.069), payRow(0.005)] }] })).toEqual([
      0.9253, 0.069, 0.005,
    ]));
  it("is empty before the sheet is loaded", () => expect(warProbabilities(null)).toEqual([]));
  it.each([
    [0.9253, "92.530%"],
    [3.1e-5, "0.003%"],
    [1e-9, "<0.001%"],
    [undefined, "–"],
  ])("%s: %s", (probability, text) => expect(probabilityText(probability)).toBe(text));
});
