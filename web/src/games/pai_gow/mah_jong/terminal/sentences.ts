import type { TableView } from "../../../../lib/types";
import type { StatusLine } from "../../../../terminal/status-line";
import type { FinishedRound } from "../../../parts";
import { handsOfFinishedRound, twoTileName } from "../hands";
import { t } from "../words";

/** Returns the status line during the round: the die, dealing, whose hand is opened. */
export function dealingSentence(view: TableView): StatusLine {
  const { action_order: order } = view;
  const tiles = Object.values(view.hands).flat().length;
  if (order?.to_open != null) {
    const seat = Number(order.to_open.split(":")[1] ?? 0);
    if (seat === 0) return { main: t("status.open"), next: t("status.open_dealer") };
    const isOwnSeat = view.player?.spots.some((spot) => spot.seat === seat) ?? false;
    return { main: t("status.open"), next: isOwnSeat ? t("status.open_you") : t("status.open_next", { seat }) };
  }
  if (tiles === 0 && (order?.rolls.length ?? 0) === 0) return { main: t("status.die"), next: t("status.die_next"), tone: "loud" };
  if (order !== undefined && order.seats.length > 0 && order.opened.length === order.seats.length)
    return { main: t("status.opened"), next: t("status.opened_next") };
  return { main: t("status.stacks"), next: t("status.stacks_next") };
}

/** Returns the player-dealer's hand: "Player-dealer: 9, window high". */
export const resultSentence = (round: FinishedRound): string =>
  t("end.dealer", { hand: twoTileName(handsOfFinishedRound(round).dealer.madeHand) });
