import type { LastRound, Result } from "../../lib/types";

/** Return the results in the order in which the dealer settles them; unchanged if the server sent no complete order. */
export function resultsInOrder(last: LastRound): Result[] {
  const results = last.results ?? [];
  return last.settlement_order?.length === results.length ? last.settlement_order.flatMap((index) => results[index] ?? []) : results;
}

/** True if a winning wager was paid less than it was owed, because the player-dealer's bank ran out. */
export function isUnderpaid(result: Result): boolean {
  return result.result === "win" && (result.owed_cents ?? 0) > result.net_cents;
}

/** Consecutive results of the same seat and bettor. A seat can have several steps. */
export type SettlementStep = { seat: number; bettor: string; results: Result[] };

/** Group results that are in settlement order into steps. */
export function settlementSteps(results: readonly Result[]): SettlementStep[] {
  const steps: SettlementStep[] = [];
  for (const result of results) {
    const step = steps.at(-1);
    if (step?.seat === result.seat && step.bettor === result.bettor) step.results.push(result);
    else steps.push({ seat: result.seat, bettor: result.bettor, results: [result] });
  }
  return steps;
}
