import type { Result, TableView, Wager } from "../../lib/types";

/** The viewer's results at this seat; the results at all seats if there are none here. */
export function resultsAtSeat(view: TableView, seat: number | null): Result[] {
  const results = view.last_round?.player?.results ?? [];
  const here = results.filter((result) => result.seat === seat);
  return here.length > 0 ? here : results;
}

/** Result of a wager. `handCounts`: set if it was on several hands that had different results. */
export type WagerResult = Result & { handCounts?: { won: number; lost: number; pushed: number } };

/** Result of a wager at a seat, or null. Results of several hands are added up. */
export function wagerResult(view: TableView, seat: number | null, wager: Wager): WagerResult | null {
  const results = resultsAtSeat(view, seat).filter((result) => result.wager === wager.id);
  const [first] = results;
  if (first === undefined || results.length === 1) return first ?? null;
  const sum = (valueOf: (result: Result) => number): number => results.reduce((total, result) => total + valueOf(result), 0);
  const net = sum((result) => result.net_cents);
  const summed: WagerResult = {
    ...first,
    cents: sum((result) => result.cents),
    net_cents: net,
    result: net > 0 ? "win" : net < 0 ? "lose" : "push",
    name: "",
  };
  if (results.every((result) => result.result === first.result)) return summed;
  const [won, lost] = (["win", "lose"] as const).map((outcome) => results.filter((result) => result.result === outcome).length);
  return { ...summed, handCounts: { won: won ?? 0, lost: lost ?? 0, pushed: results.length - (won ?? 0) - (lost ?? 0) } };
}
