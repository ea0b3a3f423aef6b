import { describe, expect, it } from "vitest";
import { winTier } from "./win-tier";

const won = (cents: number, times: number) => ({ result: "win" as const, cents, net_cents: cents * times });
const lost = (cents: number) => ({ result: "lose" as const, cents, net_cents: -cents });
function round(...results: { result: "win" | "lose"; cents: number; net_cents: number }[]) {
  const sum = (of: (one: (typeof results)[number]) => number): number => results.reduce((all, one) => all + of(one), 0);
  return winTier({ results, result_cents: sum((one) => one.net_cents), staked_cents: sum((one) => one.cents) });
}

describe("a win is as large as it is", () => {
  it.each([
    [1, "even"],
    [2, "even"],
    [8, "good"],
    [40, "great"],
    [100, "jackpot"],
    [5000, "jackpot"],
  ])("%i to 1 is %s", (times, tier) => expect(round(won(500, times))).toBe(tier));

  it("a round that cost more than it paid is none", () => expect(round(won(500, 8), lost(5000))).toBe("none"));
  it("nothing staked, nothing won", () => expect(round()).toBe("none"));
  it("a side bet beside a large loss counts for one step less", () => expect(round(won(500, 40), lost(19_000))).toBe("good"));
});
