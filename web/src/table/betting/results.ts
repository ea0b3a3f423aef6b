import type { HandCounts, Result, TableView, Wager } from "../../lib/types";

/** Bettor's name of the player who sits at a seat, as opposed to one who bets behind it. */
const SEATED = "player";

/** The viewer's results at this seat; the results at all seats if there are none here. */
export function resultsAtSeat(view: TableView, seat: number | null): Result[] {
  const results = view.last_round?.player?.results ?? [];
  const here = results.filter((result) => result.seat === seat);
  return here.length > 0 ? here : results;
}

/** Result of a wager. `handCounts`: set if it was on several hands that had different results. */
export type WagerResult = Result & { handCounts?: HandCounts };

/** Result of a wager at a seat, or null. Results of several hands are added up by the server. */
export function wagerResult(view: TableView, seat: number | null, wager: Wager): WagerResult | null {
  const results = resultsAtSeat(view, seat).filter((result) => result.wager === wager.id);
  const [first] = results;
  if (first === undefined || results.length === 1) return first ?? null;
  const place = first.seat === seat ? seat : null;
  const sum = view.last_round?.player?.wagers.find((one) => one.wager === wager.id && one.seat === place && one.hand === undefined);
  if (sum === undefined) return first;
  const summed: WagerResult = { ...first, cents: sum.cents, net_cents: sum.net_cents, result: sum.result, name: "" };
  return results.every((result) => result.result === first.result) ? summed : { ...summed, handCounts: sum.hands };
}

/** True if the last round paid a wager of the player at this seat. */
export const hasSeatWon = (view: TableView, seat: number | null): boolean =>
  (view.last_round?.results ?? []).some((result) => result.seat === seat && result.bettor === SEATED && result.result === "win");
