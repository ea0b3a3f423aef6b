import { formatDollars } from "../lib/money";
import type { LimitKind, LimitsResponse } from "./limits-response";
import type { LazyText } from "./bet-validation";
import { t } from "./words";

const MINUTE = 60_000;
/** As the house told it: `staked` lay on this table then, and `at` was the time. */
export type LimitsSnapshot = { response: LimitsResponse; stakedCents: number; receivedAt: number };
/** One own limit, and what is left of it: cents, or milliseconds. */
export type RemainingLimit = { kind: LimitKind; unit: "cents" | "minutes"; limit: number; remaining: number };

/** What is left of every limit that is set, with `staked` on the table now. The house asks again before each wager. */
export function remainingLimits(told: LimitsSnapshot, staked: number, now: number): RemainingLimit[] {
  const set = told.response.limits.filter((one) => one.value !== null);
  return set.map(({ kind, unit, value }) => ({ kind, unit, limit: value ?? 0, remaining: remainingOf(kind, value ?? 0, told, staked, now) }));
}

/** Stakes that are still open may all be lost: they count as lost. */
function remainingOf(kind: LimitKind, value: number, told: LimitsSnapshot, staked: number, now: number): number {
  const { played } = told.response;
  const since = Math.max(0, now - told.receivedAt);
  switch (kind) {
    case "stake-round":
      return value - staked;
    case "stake-day":
      return value - played.day.staked_cents - (staked - told.stakedCents);
    case "loss-day":
      return value + played.day.net_cents - staked;
    case "loss-week":
      return value + played.week.net_cents - staked;
    case "loss-month":
      return value + played.month.net_cents - staked;
    case "time-day":
      return value * MINUTE - played.today_ms - since;
    case "time-session":
      return value * MINUTE - played.sitting_ms - since;
  }
}

/** The money limit that bites first; null where none is set. */
export function lowestMoneyLimit(all: readonly RemainingLimit[]): RemainingLimit | null {
  const sums = all.filter((one) => one.unit === "cents").sort((one, other) => one.remaining - other.remaining);
  return sums[0] ?? null;
}

/** The time limit that ends first. */
export function earliestTimeLimit(all: readonly RemainingLimit[]): RemainingLimit | null {
  const times = all.filter((one) => one.unit === "minutes").sort((one, other) => one.remaining - other.remaining);
  return times[0] ?? null;
}

/** Why `extra` more cents go against a limit of his own; null while they do not. Chips can always be taken back. */
export function ownLimitProblem(told: LimitsSnapshot, all: readonly RemainingLimit[], extra: number): LazyText | null {
  if (extra <= 0) return null;
  if (told.response.excluded !== null) return () => t("own.excluded");
  const time = earliestTimeLimit(all);
  if (time !== null && time.remaining <= 0) return () => t("own.time_over", { what: t(`limit.${time.kind}`), minutes: time.limit });
  const money = lowestMoneyLimit(all.filter((one) => one.unit === "cents" && extra > one.remaining));
  if (money === null) return null;
  return () => t("own.over", { what: t(`limit.${money.kind}`), limit: formatDollars(money.limit), left: formatDollars(Math.max(0, money.remaining)) });
}
