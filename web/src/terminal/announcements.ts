import { tCommon } from "../lib/common-words";
import { formatSignedDollars, formatDollars } from "../lib/money";
import type { LastRound, Result, TableView } from "../lib/types";
import { feeSentence, resultSentence, wagerTitle, statusLine, voidSentence } from "./status-line";
import { t } from "./words";

/** Every spot that pays or comes back, for whoever hears the table and does not see it. */
function wagerAnnouncement(view: TableView, one: Result): string | null {
  const title = wagerTitle(view, one.wager);
  const wager = one.hand === undefined ? title : `${title}, ${tCommon("hand.nth", { hand: one.hand })}`;
  if (one.result === "win") return t("result.spoken_paid", { wager, amount: formatDollars(one.net_cents) });
  if (one.result === "lose") return null;
  return t("result.spoken_back", { wager, amount: formatDollars(one.cents) });
}

/** The result, what each spot won, and what the round came to for the listener. */
export function resultAnnouncement(view: TableView, last: LastRound): string {
  if (last.status === "void") return `${t("state.void")}. ${voidSentence(last)}`;
  const own = last.player;
  const sentence = resultSentence(view, last);
  if (own === undefined) return last.status === "corrected" ? `${sentence}. ${t("state.corrected")}` : sentence;
  const spots = own.results.map((one) => wagerAnnouncement(view, one)).filter((part) => part !== null);
  const corrected = last.status === "corrected" ? [t("state.corrected")] : [];
  const before = [sentence, ...corrected, ...spots].map((part) => part.replace(/[.。]$/, "")).join(". ");
  return `${t("result.spoken", { sentence: before, change: formatSignedDollars(own.result_cents) })}${feeSentence(own)}`;
}

/** What stops the table or ends the betting; "" while there is nothing of the kind to say. */
export function statusAnnouncement(view: TableView): string {
  const stands = view.phase === "closed" || view.is_paused || view.hold_reasons.length > 0;
  if (stands) {
    const { main, next } = statusLine(view, view.now);
    return `${main}. ${next}`;
  }
  if (view.phase === "betting" && view.betting.is_open) return t("state.place");
  if (view.phase !== "dealing") return "";
  return view.next_hand.free_hand ? `${t("state.free_hand")}. ${t("state.free_hand_next")}` : t("state.no_more_bets");
}
