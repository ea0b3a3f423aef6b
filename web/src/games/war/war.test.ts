import { describe, expect, it } from "vitest";
import { load } from "../slots";
import { table } from "../testing/table";
import { resultOf, standingOf } from "./standing";

describe("a round that is over", () => {
  it.each([
    [{ player: ["Kd"], banker: ["Ts"] }, "Player wins with a king"],
    [{ player: ["2d"], banker: ["As"] }, "Banker wins with an ace"],
    [{ player: ["Kd", "8c", "4s"], banker: ["Ks", "8h", "5d"] }, "Banker wins with a 5 · Banker pushes · 2 wars"],
    [{ player: ["Kd"], banker: ["Ks", "2h"] }, "No pair is left: nobody wins"],
    [{}, ""],
  ])("%j: %s", (cards, said) => expect(resultOf(standingOf(cards))).toBe(said));
});

it("equal cards are told as a war until the next pair lies", async () => {
  const seen = (...cards: string[]) => cards.map((card, place) => ({ nth: place + 1, place: place + 1, face_down: false, card }));
  const { dealing } = await load("terminal", "war");
  const told = (banker: string[], player: string[]): string => dealing(table({ phase: "dealing", hands: { banker: seen(...banker), player: seen(...player) } })).main;
  expect(told(["Ks"], ["Kd"])).toBe("War 1: both hands have a king");
  expect(told(["Ks", "5d"], ["Kd"])).toBe("War 1: both hands have a king");
  expect(told(["Ks", "5d"], ["Kd", "4s"])).not.toContain("War");
});
