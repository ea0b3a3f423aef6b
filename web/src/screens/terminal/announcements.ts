import { tCommon } from "../../lib/common-words";
import { formatSignedDollars, formatDollars } from "../../lib/money";
import type { LastRound, Result, TableView } from "../../lib/types";
import { feeSentence, resultSentence, wagerTitle, statusLine, voidSentence } from "../../table/betting/status-line";
import { t } from "../../table/words";

/** Announcement of a wager that won or was returned; null if it lost. */
function wagerAnnouncement(view: TableView, result: Result): string | null {
  const title = wagerTitle(view, result.wager);
  const wager = result.hand === undefined ? title : `${title}, ${tCommon("hand.nth", { hand: result.hand })}`;
  if (result.result === "win") return t("result.spoken_paid", { wager, amount: formatDollars(result.net_cents) });
  if (result.result === "lose") return null;
  return t("result.spoken_back", { wager, amount: formatDollars(result.cents) });
}

/** Screen reader text of a result: the outcome, each wager that won or was returned, and the viewer's net result. */
export function resultAnnouncement(view: TableView, last: LastRound): string {
  if (last.status === "void") return `${t("state.void")}. ${voidSentence(last)}`;
  const own = last.player;
  const sentence = resultSentence(view, last);
  if (own === undefined) return last.status === "corrected" ? `${sentence}. ${t("state.corrected")}` : sentence;
  const spots = own.results.map((result) => wagerAnnouncement(view, result)).filter((part) => part !== null);
  const corrected = last.status === "corrected" ? [t("state.corrected")] : [];
  const before = [sentence, ...corrected, ...spots].map((part) => part.replace(/[.。]$/, "")).join(". ");
  return `${t("result.spoken", { sentence: before, change: formatSignedDollars(own.result_cents) })}${feeSentence(own)}`;
}

/** Screen reader text when betting opens or closes, or the table stops; "" otherwise. */
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
