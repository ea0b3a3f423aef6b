import { common } from "./common";

/** A place in a document, by the name people know it by. */
export type Rule = { document: string; lines: string };

/** "Colorado Rule 28, line 144-146". */
export function rulesTold(rules: readonly Rule[]): string {
  return rules.map((one) => common("rule.at", one)).join("; ");
}
