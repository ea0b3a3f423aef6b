import { tCommon } from "../lib/common-words";
import type { LastRound } from "../lib/types";

const TRANSLATED_CODES = ["void-round", "misdeal", "malfunction", "collection"] as const;

/** Why a round is void, as far as it is everybody's to know: what a supervisor wrote about it is not. */
export function voidReason({ code, reason }: Pick<LastRound, "code" | "reason">): string {
  const known = TRANSLATED_CODES.find((one) => one === code);
  if (known !== undefined) return tCommon(`void.${known}`);
  return code === "rules" && reason ? tCommon("void.rules", { reason }) : "";
}

/** Nobody has won a round that is void, nor one while the table is held for it. */
export function hasResult(view: { hold_reasons: readonly string[] }, round: Pick<LastRound, "status">): boolean {
  return round.status !== "void" && view.hold_reasons.length === 0;
}
