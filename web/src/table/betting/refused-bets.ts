import { translateRulebookText } from "../../lib/rulebook-translations.svelte";
import { tCommon } from "../../lib/common-words";
import { formatDollars } from "../../lib/money";
import type { TableView, Wager, WagerProblem } from "../../lib/types";
import type { BetsByWager, LazyText } from "./bets";
import { t } from "../words";

const CLOSED_TEXTS = {
  "table-closed": "state.closed",
  held: "state.held",
  paused: "state.paused",
  "free-hand": "why.free_hand",
  "no-more-bets": "why.no_more_bets",
  "no-bank": "why.no_bank",
  "not-open": "why.not_open",
} as const;

/** Why the table takes no bets now, as the server says; null while betting is open. */
export function bettingClosedText(view: TableView): LazyText | null {
  const reason = view.betting.closed_reason;
  return reason === null ? null : () => t(CLOSED_TEXTS[reason]);
}

/** Why this spot cannot be used now, as the server says, or null. */
export function spotClosedText(view: TableView, wager: Wager, isBehind = false): LazyText | null {
  if (isBehind && !wager.is_backline_allowed)
    return () => t("why.backline", { wager: translateRulebookText(wager.short_title, view.game) });
  if (wager.is_locked) return () => t("why.locked", { wager: translateRulebookText(wager.short_title, view.game) });
  if (wager.is_meter_down) return () => t("why.meter_down", { wager: translateRulebookText(wager.short_title, view.game) });
  const refusal = view.player?.bank_refusal ?? null;
  if (refusal === "has-bank") return () => t("why.bank");
  return refusal === "bank-at-seat" && !isBehind ? () => t("why.bank_behind") : null;
}

/** Text of a problem that the server found with a wager; null if there is none of its own. */
export function problemText(view: TableView, problem: WagerProblem): LazyText | null {
  const titleOf = (id: string): string => view.wagers.find((wager) => wager.id === id)?.short_title ?? id;
  const params = {
    wager: titleOf(problem.wager),
    others: problem.others.map(titleOf).join(tCommon("list.or")),
    amount: formatDollars(problem.cents ?? 0),
    more: formatDollars(problem.missing_cents ?? 0),
    share: problem.share,
  };
  switch (problem.reason) {
    case "below-minimum":
      return () => t("why.minimum", params);
    case "above-maximum":
      return () => t("why.maximum", params);
    case "not-exact-stake":
      return () => t("why.exactly", params);
    case "other-missing":
      return () => t("why.needs", params);
    case "excluded":
      return () => t("why.together", { one: params.wager, other: params.others });
    case "above-cap":
      return () => t(problem.share === "1" ? "why.capped" : "why.capped_share", params);
    case "not-equal":
      return () => t("why.equal", params);
    case "below-combined-minimum":
      return () => t("why.all_together", params);
    case "backline":
      return () => t("why.backline", params);
    case "jackpot-pending":
      return () => t("why.locked", params);
    case "meter-down":
      return () => t("why.meter_down", params);
    default:
      return null;
  }
}

/**
 * The problem because of which a change of the bets has to be taken back; null if the new chips only wait for more. Wagers that did
 * not grow may wait: removing chips is always possible.
 */
export function blockingProblem(problems: readonly WagerProblem[], before: BetsByWager, after: BetsByWager): WagerProblem | null {
  const hasGrown = (id: string): boolean => (after[id] ?? 0) > (before[id] ?? 0);
  const concerned = (problem: WagerProblem): string[] => [problem.wager, ...(problem.reason === "excluded" ? problem.others : [])];
  return problems.find((problem) => !problem.is_incomplete && concerned(problem).some(hasGrown)) ?? null;
}
