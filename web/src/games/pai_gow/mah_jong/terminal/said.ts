import type { TableView } from "../../../../lib/types";
import type { Told } from "../../../../terminal/status";
import type { Ended } from "../../../parts";
import { lastFelt, twoName } from "../felt";
import { t } from "../words";

/** While a round is dealt: the die, the stacks, whose hand is opened. */
export function dealtTold(view: TableView): Told {
  const { action_order: order } = view;
  const tiles = Object.values(view.hands).flat().length;
  if (order?.to_open != null) {
    const seat = Number(order.to_open.split(":")[1] ?? 0);
    if (seat === 0) return { main: t("told.open"), next: t("told.open_dealer") };
    const isMine = view.player?.spots.some((spot) => spot.seat === seat) ?? false;
    return { main: t("told.open"), next: isMine ? t("told.open_you") : t("told.open_next", { seat }) };
  }
  if (tiles === 0 && (order?.rolls.length ?? 0) === 0) return { main: t("told.die"), next: t("told.die_next"), tone: "loud" };
  if (order !== undefined && order.seats.length > 0 && order.opened.length === order.seats.length) return { main: t("told.opened"), next: t("told.opened_next") };
  return { main: t("told.stacks"), next: t("told.stacks_next") };
}

/** "Player-dealer: 9, window high". */
export const resultTold = (round: Ended): string => t("end.dealer", { hand: twoName(lastFelt(round).dealer.made) });
