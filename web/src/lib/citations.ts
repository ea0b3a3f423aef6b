import { tCommon } from "./common-words";

/** A place in a document, by the name people know it by. */
export type Citation = { document: string; lines: string };

/** "Colorado Rule 28, line 144-146". */
export function citationText(rules: readonly Citation[]): string {
  return rules.map((one) => tCommon("rule.at", one)).join("; ");
}
