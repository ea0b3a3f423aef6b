import type { TableView } from "../lib/types";

/** What a clock counts: what is left, and of how much, in milliseconds. */
export type TableClock = { left: number; of: number };

/** The clocks stand while the table does. */
export const clockAt = (view: TableView, now: number): number => Math.min(now, view.betting.clock_stopped_at ?? now);

/** Until the bets close; before the first chip all of the time is left. */
export function betsClock(view: TableView, at: number): TableClock | null {
  const { closes_at: closes, seconds } = view.betting;
  return view.phase === "betting" ? { left: closes === null ? seconds * 1000 : closes - at, of: seconds * 1000 } : null;
}

/** Until whoever is offered the bank must have answered. */
export function bankClock(view: TableView, at: number): TableClock | null {
  const bank = view.player_dealer;
  if (view.phase !== "between-rounds" || bank?.answer_until == null || bank.posted_cents !== null) return null;
  return { left: bank.answer_until - at, of: bank.answer_seconds * 1000 };
}

/** Until whoever is asked about a hand must have decided; null where nobody is, or no clock runs. */
export function askedClock(view: TableView, at: number): TableClock | null {
  const { decision: asking } = view;
  return asking?.deadline_at == null ? null : { left: Math.max(0, asking.deadline_at - at), of: asking.time_limit_seconds * 1000 };
}
