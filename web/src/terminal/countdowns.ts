import type { TableView } from "../lib/types";

/** What a clock counts: what is left, and of how much, in milliseconds. */
export type CountdownTime = { leftMs: number; totalMs: number };

/** The clocks stand while the table does. */
export const clockTime = (view: TableView, now: number): number => Math.min(now, view.betting.clock_stopped_at ?? now);

/** Until the bets close; before the first chip all of the time is left. */
export function bettingCountdown(view: TableView, at: number): CountdownTime | null {
  const { closes_at: closes, seconds } = view.betting;
  return view.phase === "betting" ? { leftMs: closes === null ? seconds * 1000 : closes - at, totalMs: seconds * 1000 } : null;
}

/** Until whoever is offered the bank must have answered. */
export function bankOfferCountdown(view: TableView, at: number): CountdownTime | null {
  const bank = view.player_dealer;
  if (view.phase !== "between-rounds" || bank?.answer_until == null || bank.posted_cents !== null) return null;
  return { leftMs: bank.answer_until - at, totalMs: bank.answer_seconds * 1000 };
}

/** Until whoever is asked about a hand must have decided; null where nobody is, or no clock runs. */
export function decisionCountdown(view: TableView, at: number): CountdownTime | null {
  const { decision: asking } = view;
  return asking?.deadline_at == null ? null : { leftMs: Math.max(0, asking.deadline_at - at), totalMs: asking.time_limit_seconds * 1000 };
}
