import { tCommon } from "../lib/common-words";
import type { LastRound, TableView } from "../lib/types";

const TRANSLATED_CODES = ["void-round", "misdeal", "malfunction", "collection"] as const;

/** Return the public reason why a round is void; a supervisor's own text is not public. */
export function voidReason({ code, reason }: Pick<LastRound, "code" | "reason">): string {
  const known = TRANSLATED_CODES.find((translated) => translated === code);
  if (known !== undefined) return tCommon(`void.${known}`);
  return code === "rules" && reason ? tCommon("void.rules", { reason }) : "";
}

/** False if the round is void or the table is on hold, for whatever reason. */
export function hasResult(view: Pick<TableView, "hold_reasons">, round: Pick<LastRound, "status">): boolean {
  return round.status !== "void" && view.hold_reasons.length === 0;
}
