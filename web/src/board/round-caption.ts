import type { LastRound, TableView } from "../lib/types";
import { voidReason } from "../ui/void-reason";
import { displayedRoundNumber } from "./stage";
import { t } from "./words";

/** Which round's cards lie there, and whether it was put right; empty before the first. */
export function roundCaption(view: TableView, last: LastRound | null, isLast: boolean): string {
  const number = displayedRoundNumber(view, last, isLast);
  if (number === null) return "";
  return isLast && last?.status === "corrected" ? `${t("round", { number })}, ${t("round.corrected")}` : t("round", { number });
}

/** Why the last round is void and what comes of it, until the next is dealt; null where it is not. */
export function voidCaption(view: TableView, last: LastRound | null): string | null {
  return last?.status === "void" && view.phase !== "dealing" ? `${voidReason(last)} ${t("round.void.then")}` : null;
}
