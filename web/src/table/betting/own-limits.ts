import { formatDollars } from "../../lib/money";
import type { LimitKind, LimitsResponse } from "./limits-response";
import type { LazyText } from "./bets";
import { t } from "../words";

const MINUTE_MS = 60_000;
/** The player's own limits as loaded at `receivedAt`, with the cents that were staked at this table then. */
export type LimitsSnapshot = { response: LimitsResponse; stakedCents: number; receivedAt: number };
/** A limit of the player's own. `remaining`: in cents for money, in milliseconds for time. */
export type RemainingLimit = { kind: LimitKind; unit: "cents" | "minutes"; limit: number; remaining: number };

/** Remaining amounts of all limits that are set, with `staked` cents on the table now. The server checks again at each wager. */
export function remainingLimits(snapshot: LimitsSnapshot, staked: number, now: number): RemainingLimit[] {
  const set = snapshot.response.limits.filter((limit) => limit.value !== null);
  return set.map(({ kind, unit, value }) => ({
    kind,
    unit,
    limit: value ?? 0,
    remaining: remainingOf(kind, value ?? 0, snapshot, staked, now),
  }));
}

/** Open stakes count as lost, because they may be. */
function remainingOf(kind: LimitKind, value: number, snapshot: LimitsSnapshot, staked: number, now: number): number {
  const { played } = snapshot.response;
  const since = Math.max(0, now - snapshot.receivedAt);
  switch (kind) {
    case "stake-round":
      return value - staked;
    case "stake-day":
      return value - played.day.staked_cents - (staked - snapshot.stakedCents);
    case "loss-day":
      return value + played.day.net_cents - staked;
    case "loss-week":
      return value + played.week.net_cents - staked;
    case "loss-month":
      return value + played.month.net_cents - staked;
    case "time-day":
      return value * MINUTE_MS - played.today_ms - since;
    case "time-session":
      return value * MINUTE_MS - played.sitting_ms - since;
  }
}

/** The money limit with the least remaining, or null. */
export function lowestMoneyLimit(limits: readonly RemainingLimit[]): RemainingLimit | null {
  const moneyLimits = limits.filter((limit) => limit.unit === "cents").sort((left, right) => left.remaining - right.remaining);
  return moneyLimits[0] ?? null;
}

/** The time limit that ends first, or null. */
export function earliestTimeLimit(limits: readonly RemainingLimit[]): RemainingLimit | null {
  const timeLimits = limits.filter((limit) => limit.unit === "minutes").sort((left, right) => left.remaining - right.remaining);
  return timeLimits[0] ?? null;
}

/** Why `extra` more cents would exceed a limit of the player's own, or null. Removing chips is always allowed. */
export function ownLimitProblem(snapshot: LimitsSnapshot, limits: readonly RemainingLimit[], extra: number): LazyText | null {
  if (extra <= 0) return null;
  if (snapshot.response.excluded !== null) return () => t("own.excluded");
  const time = earliestTimeLimit(limits);
  if (time !== null && time.remaining <= 0) return () => t("own.time_over", { what: t(`limit.${time.kind}`), minutes: time.limit });
  const money = lowestMoneyLimit(limits.filter((limit) => limit.unit === "cents" && extra > limit.remaining));
  if (money === null) return null;
  return () =>
    t("own.over", { what: t(`limit.${money.kind}`), limit: formatDollars(money.limit), left: formatDollars(Math.max(0, money.remaining)) });
}
