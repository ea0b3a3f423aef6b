import { tCommon } from "../../../lib/common-words";
import type { TableView } from "../../../lib/types";
import { isHeldByViewer } from "../../../terminal/backline";
import { dealingStatus, type StatusLine } from "../../../terminal/status-line";
import { t } from "../words";

const sideName = (hand: string): string => tCommon(hand === "player" ? "side.player" : "side.banker");

/** While the cards are dealt and turned: whose they are to turn, and who draws. */
export function dealingSentence(view: TableView): StatusLine {
  const { reveal: turning } = view;
  if (turning?.pass_request) {
    const { by, to } = turning.pass_request;
    return { main: t("turn.asking", { by: by.seat, to: to.seat }), next: t("turn.asking_next") };
  }
  if (turning?.hand_to_reveal) {
    const hand = sideName(turning.hand_to_reveal);
    if (isHeldByViewer(view, turning.by)) return { main: t("turn.yours", { hand }), next: t("turn.yours_next"), tone: "loud" };
    if (turning.by !== null) return { main: t("turn.others", { hand, seat: turning.by.seat }), next: t("turn.others_next") };
  }
  return dealingStatus(view, (newest) => (newest.position_in_hand > 2 ? t("state.third_card", { hand: sideName(newest.hand) }) : null));
}
