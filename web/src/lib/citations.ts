import { tCommon } from "./common-words";
import type { CitedRule } from "./types";

/** Lines of a rule document, such as lines 144-146 of "Colorado Rule 28". */
export type Citation = CitedRule;

/** Return citations as text, separated by semicolons: "Colorado Rule 28, line 144-146". */
export function citationText(citations: readonly Citation[]): string {
  return citations.map((citation) => tCommon("rule.at", citation)).join("; ");
}
