import { tCommon } from "../../../lib/common-words";
import type { TableView } from "../../../lib/types";
import { isHeldByViewer } from "../../../table/betting/backline";
import { dealingStatus, type StatusLine } from "../../../table/betting/status-line";
import type { TerminalParts } from "../../../table/game-parts";
import { resultSentence, winningSide } from "../sentences";
import { t } from "../words";

const sideName = (hand: string): string => tCommon(hand === "player" ? "side.player" : "side.banker");

/** Returns the status line during the deal: who turns which cards, or who draws a third card. */
export function dealingSentence(view: TableView): StatusLine {
  const { reveal } = view;
  if (reveal?.pass_request) {
    const { by, to } = reveal.pass_request;
    return { main: t("turn.asking", { by: by.seat, to: to.seat }), next: t("turn.asking_next") };
  }
  if (reveal?.hand_to_reveal) {
    const hand = sideName(reveal.hand_to_reveal);
    if (isHeldByViewer(view, reveal.by)) return { main: t("turn.yours", { hand }), next: t("turn.yours_next"), tone: "loud" };
    if (reveal.by !== null) return { main: t("turn.others", { hand, seat: reveal.by.seat }), next: t("turn.others_next") };
  }
  return dealingStatus(view, (newest) => (newest.position_in_hand > 2 ? t("state.third_card", { hand: sideName(newest.hand) }) : null));
}

export const terminal = {
  recordTitle: { full: () => t("roads.title"), short: () => t("roads.title") },
  hasSidePanel: true,
  hasDecisions: false,
  ActionBar: null,
  stakesText: null,
  dealingSentence,
  resultSentence: (round, view) => resultSentence(round.cards, view?.game.counts_cards),
  ownResultSentence: null,
  shortResultText: null,
  isReturnedByRule: () => false,
  isReplayedCardByCard: true,
  winningSide: (round) => winningSide(round.cards),
} satisfies Partial<TerminalParts>;
