import type { TableView } from "../../lib/types";
import { hasResult } from "../../ui/void-reason";

/** What the table does now, as far as the screen changes with it. */
export type Moment = "betting" | "dealing" | "result";

/**
 * The moment of the table: "betting" while chips may be placed, and before the first round; "dealing" from "No more bets" on;
 * "result" from the settlement until bets open again. `now`: server time in milliseconds.
 */
export function momentOf(view: TableView, now: number): Moment {
  if (view.phase === "dealing") return "dealing";
  if (view.phase === "betting") return view.betting.closes_at !== null && now >= view.betting.closes_at ? "dealing" : "betting";
  return view.phase === "between-rounds" && view.last_round !== null && hasResult(view, view.last_round) ? "result" : "betting";
}

/** Wagers that the last round paid, placed or not, until the next betting. */
export function wagersPaidByLastRound(view: TableView): readonly string[] {
  return view.phase === "between-rounds" && view.last_round !== null && hasResult(view, view.last_round)
    ? (view.last_round.winning_wagers ?? [])
    : [];
}
