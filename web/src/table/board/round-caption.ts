import type { LastRound, TableView } from "../../lib/types";
import { voidReason } from "../../ui/void-reason";
import { displayedRoundNumber } from "./stage";
import { t } from "./words";

/** Return the number of the displayed round ("Round 131"), marked if it was corrected; "" before the first round. */
export function roundCaption(view: TableView, last: LastRound | null, isLast: boolean): string {
  const number = displayedRoundNumber(view, last, isLast);
  if (number === null) return "";
  return isLast && last?.status === "corrected" ? `${t("round", { number })}, ${t("round.corrected")}` : t("round", { number });
}

/** Return why the last round is void and what follows from it; null if it is not void or the next round is being dealt. */
export function voidCaption(view: TableView, last: LastRound | null): string | null {
  return last?.status === "void" && view.phase !== "dealing" ? `${voidReason(last)} ${t("round.void.then")}` : null;
}
