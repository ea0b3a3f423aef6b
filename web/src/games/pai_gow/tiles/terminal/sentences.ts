import type { TableView } from "../../../../lib/types";
import type { StatusLine } from "../../../../terminal/status-line";
import { dealingSentence as paiGowDealingSentence } from "../../terminal/sentences";
import { t } from "../words";

/** Returns the status line during the round: own sentences for dice and dealing, else those of pai gow poker. */
export function dealingSentence(view: TableView): StatusLine {
  const isSetting = view.arrangements !== undefined || view.action_order?.to_open != null;
  const tiles = Object.values(view.hands).flat().length;
  if (
    isSetting ||
    (view.action_order !== undefined &&
      view.action_order.seats.length > 0 &&
      view.action_order.opened.length === view.action_order.seats.length)
  )
    return paiGowDealingSentence(view);
  if (tiles === 0 && (view.action_order?.rolls.length ?? 0) === 0)
    return { main: t("status.dice"), next: t("status.dice_next"), tone: "loud" };
  return { main: t("status.tiles"), next: t("status.tiles_next") };
}
