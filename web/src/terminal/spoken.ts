import { common } from "../lib/common";
import { change, dollars } from "../lib/money";
import type { LastRound, Result, TableView } from "../lib/types";
import { feeTold, resultSentence, titleOf, told, voidBack } from "./status";
import { t } from "./words";

/** Every spot that pays or comes back, for whoever hears the table and does not see it. */
function spokenSpot(view: TableView, one: Result): string | null {
  const title = titleOf(view, one.wager);
  const wager = one.hand === undefined ? title : `${title}, ${common("hand.nth", { hand: one.hand })}`;
  if (one.result === "win") return t("result.spoken_paid", { wager, amount: dollars(one.net_cents) });
  if (one.result === "lose") return null;
  return t("result.spoken_back", { wager, amount: dollars(one.cents) });
}

/** The result, what each spot won, and what the round came to for the listener. */
export function spokenResult(view: TableView, last: LastRound): string {
  if (last.status === "void") return `${t("state.void")}. ${voidBack(last)}`;
  const own = last.player;
  const sentence = resultSentence(view, last);
  if (own === undefined) return last.status === "corrected" ? `${sentence}. ${t("state.corrected")}` : sentence;
  const spots = own.results.map((one) => spokenSpot(view, one)).filter((part) => part !== null);
  const corrected = last.status === "corrected" ? [t("state.corrected")] : [];
  const before = [sentence, ...corrected, ...spots].map((part) => part.replace(/[.。]$/, "")).join(". ");
  return `${t("result.spoken", { sentence: before, change: change(own.result_cents) })}${feeTold(own)}`;
}

/** What stops the table or ends the betting; "" while there is nothing of the kind to say. */
export function spokenStop(view: TableView): string {
  const stands = view.phase === "closed" || view.is_paused || view.hold_reasons.length > 0;
  if (stands) {
    const { main, next } = told(view, view.now);
    return `${main}. ${next}`;
  }
  if (view.phase === "betting" && view.betting.is_open) return t("state.place");
  if (view.phase !== "dealing") return "";
  return view.next_hand.free_hand ? `${t("state.free_hand")}. ${t("state.free_hand_next")}` : t("state.no_more_bets");
}
