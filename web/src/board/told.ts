import type { LastRound, TableView } from "../lib/types";
import { voidTold } from "../ui/void";
import { numberShown } from "./stage";
import { t } from "./words";

/** Which round's cards lie there, and whether it was put right; empty before the first. */
export function roundTold(view: TableView, last: LastRound | null, isLast: boolean): string {
  const number = numberShown(view, last, isLast);
  if (number === null) return "";
  return isLast && last?.status === "corrected" ? `${t("round", { number })}, ${t("round.corrected")}` : t("round", { number });
}

/** Why the last round is void and what comes of it, until the next is dealt; null where it is not. */
export function voidSaid(view: TableView, last: LastRound | null): string | null {
  return last?.status === "void" && view.phase !== "dealing" ? `${voidTold(last)} ${t("round.void.then")}` : null;
}
