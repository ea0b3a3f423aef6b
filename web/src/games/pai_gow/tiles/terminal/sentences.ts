import type { TableView } from "../../../../lib/types";
import type { StatusLine } from "../../../../terminal/status-line";
import { dealingSentence as toldOfHands } from "../../terminal/sentences";
import { t } from "../words";

/** While a round is dealt: what tiles have of their own, and for the rest what is told wherever hands are set. */
export function dealingSentence(view: TableView): StatusLine {
  const isSetting = view.arrangements !== undefined || view.action_order?.to_open != null;
  const tiles = Object.values(view.hands).flat().length;
  if (isSetting || (view.action_order !== undefined && view.action_order.seats.length > 0 && view.action_order.opened.length === view.action_order.seats.length)) return toldOfHands(view);
  if (tiles === 0 && (view.action_order?.rolls.length ?? 0) === 0) return { main: t("status.dice"), next: t("status.dice_next"), tone: "loud" };
  return { main: t("status.tiles"), next: t("status.tiles_next") };
}
