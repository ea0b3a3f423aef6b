import type { Result, TableView, Wager } from "../lib/types";

/** The spots show one seat's chips; what was bet behind another is settled in the sum, and shown where one has no other. */
export function resultsAtSeat(view: TableView, seat: number | null): Result[] {
  const all = view.last_round?.player?.results ?? [];
  const here = all.filter((one) => one.seat === seat);
  return here.length > 0 ? here : all;
}

/** A wager's end. `hands`: how many hands won, lost and pushed, where it lay on several that ended differently. */
export type WagerResult = Result & { handCounts?: { won: number; lost: number; pushed: number } };

/** What came of a wager. One that lay on several hands is told as one; each hand bears its own end. */
export function wagerResult(view: TableView, seat: number | null, wager: Wager): WagerResult | null {
  const mine = resultsAtSeat(view, seat).filter((one) => one.wager === wager.id);
  const [first] = mine;
  if (first === undefined || mine.length === 1) return first ?? null;
  const sum = (of: (one: Result) => number): number => mine.reduce((total, one) => total + of(one), 0);
  const net = sum((one) => one.net_cents);
  const summed: WagerResult = { ...first, cents: sum((one) => one.cents), net_cents: net, result: net > 0 ? "win" : net < 0 ? "lose" : "push", name: "" };
  if (mine.every((one) => one.result === first.result)) return summed;
  const [won, lost] = (["win", "lose"] as const).map((end) => mine.filter((one) => one.result === end).length);
  return { ...summed, handCounts: { won: won ?? 0, lost: lost ?? 0, pushed: mine.length - (won ?? 0) - (lost ?? 0) } };
}
