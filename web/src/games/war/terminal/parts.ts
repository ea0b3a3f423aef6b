import type { TableView } from "../../../lib/types";
import ReplayHands from "../../../terminal/ReplayHands.svelte";
import { dealingStatus, type StatusLine } from "../../../terminal/status-line";
import { faceUpCards } from "../../../ui/hands-on-table";
import type { TerminalParts } from "../../parts";
import Record from "../Record.svelte";
import { cardName, resultSentence, warState } from "../war-state";
import { t } from "../words";
import RoundBadge from "./RoundBadge.svelte";
import Table from "./Table.svelte";

/** Returns the status line during the deal. Equal cards are announced as a war until the next pair is complete. */
function dealingSentence(view: TableView): StatusLine {
  const state = warState(faceUpCards(view));
  if (state?.winner !== "tie") return dealingStatus(view);
  return { main: t("war", { nth: state.wars, card: cardName(state.winningRank) }), next: t("war.next"), tone: "loud" };
}

export const parts: TerminalParts = {
  Table,
  Record,
  recordTitle: { full: () => t("record.title"), short: () => t("record.title") },
  hasSidePanel: true,
  stakesText: null,
  hasDecisions: false,
  ActionBar: null,
  dealingSentence,
  resultSentence: (round) => resultSentence(warState(round.cards)),
  ownResultSentence: null,
  shortResultText: null,
  isReturnedByRule: (last) => warState(last.cards)?.winner === "tie",
  Replay: ReplayHands,
  isReplayedCardByCard: true,
  RoundBadge,
};
