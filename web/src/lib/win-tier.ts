import type { Result } from "./types";

/** How large a win is, by what it pays for each chip: even money is quiet, forty to one is a moment. */
export type WinTier = "none" | "even" | "good" | "great" | "jackpot";
type SettledRound = { result_cents: number; staked_cents: number; results: readonly Pick<Result, "result" | "cents" | "net_cents">[] };

const TIERS: readonly WinTier[] = ["none", "even", "good", "great", "jackpot"];
const GOOD_FROM_ODDS = 3;
const GREAT_FROM_ODDS = 20;
const JACKPOT_FROM_ODDS = 100;

const tierForPayout = (times: number): WinTier => (times >= JACKPOT_FROM_ODDS ? "jackpot" : times >= GREAT_FROM_ODDS ? "great" : times >= GOOD_FROM_ODDS ? "good" : "even");

/**
 * What a round is worth celebrating. A round that cost more than it paid is no win, whatever one of its wagers paid; and
 * where the best wager brought less than everything that was staked, it counts for one step less.
 */
export function winTier({ result_cents, staked_cents, results }: SettledRound): WinTier {
  if (result_cents <= 0) return "none";
  const best = Math.max(0, ...results.filter((one) => one.result === "win" && one.cents > 0).map((one) => one.net_cents / one.cents));
  const tier = tierForPayout(best);
  return result_cents < staked_cents && tier !== "even" ? (TIERS[TIERS.indexOf(tier) - 1] ?? tier) : tier;
}
