import { common } from "../../../lib/common";
import type { TableView } from "../../../lib/types";
import { isOwnHolder } from "../../../terminal/backline";
import { dealtTold, type Told } from "../../../terminal/status";
import { t } from "../words";

const sideOf = (hand: string): string => common(hand === "player" ? "side.player" : "side.banker");

/** While the cards are dealt and turned: whose they are to turn, and who draws. */
export function dealingTold(view: TableView): Told {
  const { turning } = view;
  if (turning?.asking) {
    const { by, to } = turning.asking;
    return { main: t("turn.asking", { by: by.seat, to: to.seat }), next: t("turn.asking_next") };
  }
  if (turning?.to_turn) {
    const hand = sideOf(turning.to_turn);
    if (isOwnHolder(view, turning.by)) return { main: t("turn.yours", { hand }), next: t("turn.yours_next"), tone: "loud" };
    if (turning.by !== null) return { main: t("turn.others", { hand, seat: turning.by.seat }), next: t("turn.others_next") };
  }
  return dealtTold(view, (newest) => (newest.nth > 2 ? t("state.third_card", { hand: sideOf(newest.hand) }) : null));
}
