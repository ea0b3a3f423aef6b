import type { Result } from "./types";

/** How large a win is, by what it pays for each chip: even money is quiet, forty to one is a moment. */
export type WinTier = "none" | "even" | "good" | "great" | "jackpot";
type Settled = { result_cents: number; staked_cents: number; results: readonly Pick<Result, "result" | "cents" | "net_cents">[] };

const TIERS: readonly WinTier[] = ["none", "even", "good", "great", "jackpot"];
const GOOD_TIMES = 3;
const GREAT_TIMES = 20;
const JACKPOT_TIMES = 100;

const tierOf = (times: number): WinTier => (times >= JACKPOT_TIMES ? "jackpot" : times >= GREAT_TIMES ? "great" : times >= GOOD_TIMES ? "good" : "even");

/**
 * What a round is worth celebrating. A round that cost more than it paid is no win, whatever one of its wagers paid; and
 * where the best wager brought less than everything that was staked, it counts for one step less.
 */
export function winTier({ result_cents, staked_cents, results }: Settled): WinTier {
  if (result_cents <= 0) return "none";
  const best = Math.max(0, ...results.filter((one) => one.result === "win" && one.cents > 0).map((one) => one.net_cents / one.cents));
  const tier = tierOf(best);
  return result_cents < staked_cents && tier !== "even" ? (TIERS[TIERS.indexOf(tier) - 1] ?? tier) : tier;
}
