import type { OwnLast, Result } from "./types";

/** Size of a win, by the odds of its best wager; it decides sound and celebration. */
export type WinTier = "none" | "even" | "good" | "great" | "jackpot";
type SettledRound = Pick<OwnLast, "result_cents" | "staked_cents"> & { results: readonly Pick<Result, "result" | "cents" | "net_cents">[] };

const TIERS: readonly WinTier[] = ["none", "even", "good", "great", "jackpot"];
const GOOD_FROM_ODDS = 3;
const GREAT_FROM_ODDS = 20;
const JACKPOT_FROM_ODDS = 100;

const tierForOdds = (odds: number): WinTier =>
  odds >= JACKPOT_FROM_ODDS ? "jackpot" : odds >= GREAT_FROM_ODDS ? "great" : odds >= GOOD_FROM_ODDS ? "good" : "even";

/**
 * Return the tier of a settled round, by its best-paid wager. A round without a net win has none. If the net win is smaller than the
 * total stake, the tier is one lower, but at least "even".
 */
export function winTier({ result_cents, staked_cents, results }: SettledRound): WinTier {
  if (result_cents <= 0) return "none";
  const bestOdds = Math.max(
    0,
    ...results.filter((result) => result.result === "win" && result.cents > 0).map((result) => result.net_cents / result.cents),
  );
  const tier = tierForOdds(bestOdds);
  return result_cents < staked_cents && tier !== "even" ? (TIERS[TIERS.indexOf(tier) - 1] ?? tier) : tier;
}
