import type { LastRound, Result } from "../lib/types";

/** The results in the order the dealer takes and pays; as they were placed where the house told no order. */
export function resultsInOrder(last: LastRound): Result[] {
  const results = last.results ?? [];
  return last.settlement_order?.length === results.length ? last.settlement_order.flatMap((place) => results[place] ?? []) : results;
}

/** A bank that ran out pays what it has; the dealer and the player see how much was owed. */
export function isUnderpaid(one: Result): boolean {
  return one.result === "win" && (one.owed_cents ?? 0) > one.net_cents;
}

/** What is settled at one place before the next: the same seat and bettor, as often as the order comes back to it. */
export type SettlementStep = { seat: number; bettor: string; results: Result[] };

export function settlementSteps(results: readonly Result[]): SettlementStep[] {
  const stops: SettlementStep[] = [];
  for (const one of results) {
    const here = stops.at(-1);
    if (here?.seat === one.seat && here.bettor === one.bettor) here.results.push(one);
    else stops.push({ seat: one.seat, bettor: one.bettor, results: [one] });
  }
  return stops;
}
