import type { Result, TableView, Wager } from "../lib/types";

/** The spots show one seat's chips; what was bet behind another is settled in the sum, and shown where one has no other. */
export function resultsHere(view: TableView, seat: number | null): Result[] {
  const all = view.last?.own?.results ?? [];
  const here = all.filter((one) => one.seat === seat);
  return here.length > 0 ? here : all;
}

/** What came of a wager. One that lay on several hands is told as one; each hand bears its own end. */
export function resultOf(view: TableView, seat: number | null, wager: Wager): Result | null {
  const mine = resultsHere(view, seat).filter((one) => one.wager === wager.id);
  const [first] = mine;
  if (first === undefined || mine.length === 1) return first ?? null;
  const sum = (of: (one: Result) => number): number => mine.reduce((total, one) => total + of(one), 0);
  const net = sum((one) => one.net_cents);
  return { ...first, cents: sum((one) => one.cents), net_cents: net, result: net > 0 ? "win" : net < 0 ? "lose" : "push", name: "" };
}
