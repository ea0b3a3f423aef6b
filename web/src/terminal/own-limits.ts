import { dollars } from "../lib/money";
import type { LimitKind, OwnPlay } from "./mine";
import type { Sentence } from "./reasons";
import { t } from "./words";

const MINUTE = 60_000;
/** As the house told it: `staked` lay on this table then, and `at` was the time. */
export type ToldLimits = { mine: OwnPlay; staked: number; at: number };
/** One own limit, and what is left of it: cents, or milliseconds. */
export type Left = { kind: LimitKind; unit: "cents" | "minutes"; limit: number; left: number };

/** What is left of every limit that is set, with `staked` on the table now. The house asks again before each wager. */
export function leftOf(told: ToldLimits, staked: number, now: number): Left[] {
  const set = told.mine.limits.filter((one) => one.value !== null);
  return set.map(({ kind, unit, value }) => ({ kind, unit, limit: value ?? 0, left: remaining(kind, value ?? 0, told, staked, now) }));
}

/** Stakes that are still open may all be lost: they count as lost. */
function remaining(kind: LimitKind, value: number, told: ToldLimits, staked: number, now: number): number {
  const { played } = told.mine;
  const since = Math.max(0, now - told.at);
  switch (kind) {
    case "stake-round":
      return value - staked;
    case "stake-day":
      return value - played.day.staked_cents - (staked - told.staked);
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
export function tightest(all: readonly Left[]): Left | null {
  const sums = all.filter((one) => one.unit === "cents").sort((one, other) => one.left - other.left);
  return sums[0] ?? null;
}

/** The time limit that ends first. */
export function soonest(all: readonly Left[]): Left | null {
  const times = all.filter((one) => one.unit === "minutes").sort((one, other) => one.left - other.left);
  return times[0] ?? null;
}

/** Why `extra` more cents go against a limit of his own; null while they do not. Chips can always be taken back. */
export function whyOwnLimit(told: ToldLimits, all: readonly Left[], extra: number): Sentence | null {
  if (extra <= 0) return null;
  if (told.mine.excluded !== null) return () => t("own.excluded");
  const time = soonest(all);
  if (time !== null && time.left <= 0) return () => t("own.time_over", { what: t(`limit.${time.kind}`), minutes: time.limit });
  const money = tightest(all.filter((one) => one.unit === "cents" && extra > one.left));
  if (money === null) return null;
  return () => t("own.over", { what: t(`limit.${money.kind}`), limit: dollars(money.limit), left: dollars(Math.max(0, money.left)) });
}
