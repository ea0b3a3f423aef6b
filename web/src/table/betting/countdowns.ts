import type { TableView } from "../../lib/types";

export type CountdownTime = { leftMs: number; totalMs: number };

/** Server time for countdowns; it stops while the table's clock is stopped. */
export const clockTime = (view: TableView, now: number): number => Math.min(now, view.betting.clock_stopped_at ?? now);

/** Time until betting closes; the full time before the first chip. Null outside betting. */
export function bettingCountdown(view: TableView, at: number): CountdownTime | null {
  const { closes_at: closes, seconds } = view.betting;
  return view.phase === "betting" ? { leftMs: closes === null ? seconds * 1000 : closes - at, totalMs: seconds * 1000 } : null;
}

/** Time to answer a bank offer, or null. */
export function bankOfferCountdown(view: TableView, at: number): CountdownTime | null {
  const bank = view.player_dealer;
  if (view.phase !== "between-rounds" || bank?.answer_until == null || bank.posted_cents !== null) return null;
  return { leftMs: bank.answer_until - at, totalMs: bank.answer_seconds * 1000 };
}

/** Time left for the open decisions, or null. */
export function decisionCountdown(view: TableView, at: number): CountdownTime | null {
  const { decision } = view;
  return decision?.deadline_at == null
    ? null
    : { leftMs: Math.max(0, decision.deadline_at - at), totalMs: decision.time_limit_seconds * 1000 };
}
