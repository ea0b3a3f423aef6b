import { describe, expect, it } from "vitest";
import type { Result } from "./types";
import { winTier } from "./win-tier";

const won = (cents: number, odds: number) => ({ result: "win" as const, cents, net_cents: cents * odds });
const lost = (cents: number) => ({ result: "lose" as const, cents, net_cents: -cents });
function tierOfRound(...results: Pick<Result, "result" | "cents" | "net_cents">[]) {
  const sum = (amount: (result: (typeof results)[number]) => number): number =>
    results.reduce((total, result) => total + amount(result), 0);
  return winTier({ results, result_cents: sum((result) => result.net_cents), staked_cents: sum((result) => result.cents) });
}

describe("the tier of a win", () => {
  it.each([
    [1, "even"],
    [2, "even"],
    [8, "good"],
    [40, "great"],
    [100, "jackpot"],
    [5000, "jackpot"],
  ])("%i to 1 is %s", (odds, tier) => expect(tierOfRound(won(500, odds))).toBe(tier));

  it("a round with a net loss has no tier", () => expect(tierOfRound(won(500, 8), lost(5000))).toBe("none"));
  it("a round without wagers has no tier", () => expect(tierOfRound()).toBe("none"));
  it("a net win below the total stake is one tier lower", () => expect(tierOfRound(won(500, 40), lost(19_000))).toBe("good"));
});
