import { common } from "../../../lib/common";
import type { TableView } from "../../../lib/types";
import { isOwnHolder } from "../../../terminal/backline";
import { dealtTold, type Told } from "../../../terminal/status";
import { t } from "../words";

const sideOf = (hand: string): string => common(hand === "player" ? "side.player" : "side.banker");

/** While the cards are dealt and turned: whose they are to turn, and who draws. */
export function dealingTold(view: TableView): Told {
  const { reveal: turning } = view;
  if (turning?.pass_request) {
    const { by, to } = turning.pass_request;
    return { main: t("turn.asking", { by: by.seat, to: to.seat }), next: t("turn.asking_next") };
  }
  if (turning?.hand_to_reveal) {
    const hand = sideOf(turning.hand_to_reveal);
    if (isOwnHolder(view, turning.by)) return { main: t("turn.yours", { hand }), next: t("turn.yours_next"), tone: "loud" };
    if (turning.by !== null) return { main: t("turn.others", { hand, seat: turning.by.seat }), next: t("turn.others_next") };
  }
  return dealtTold(view, (newest) => (newest.position_in_hand > 2 ? t("state.third_card", { hand: sideOf(newest.hand) }) : null));
}
