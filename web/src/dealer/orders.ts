import type { TableView } from "../lib/types";
import { isFreshDeck } from "../games/slots";

/** What a supervisor may do from the console, each with a reason: what it needs, and when it may be done. */
export type Order =
  | "void-round" | "misdeal" | "report-card-face-up" | "report-card-in-error" | "free-hand" | "report-disagreement" | "open-dispute";
type When = { phases: TableView["phase"][]; stopped: boolean; card?: boolean };

/** As the table itself has it: by phase, and whether it may be done while the table stands. */
const WHEN: Record<Order, When> = {
  "void-round": { phases: ["betting", "dealing"], stopped: true },
  misdeal: { phases: ["dealing"], stopped: true },
  "report-card-face-up": { phases: ["dealing"], stopped: false, card: true },
  "report-card-in-error": { phases: ["dealing"], stopped: false, card: true },
  "free-hand": { phases: ["between-rounds"], stopped: false },
  "report-disagreement": { phases: ["between-rounds", "betting", "dealing"], stopped: true },
  "open-dispute": { phases: ["closed", "between-rounds", "betting", "dealing"], stopped: true },
};
export const OF_ROUND: readonly Order[] = ["void-round", "misdeal", "report-card-face-up", "report-card-in-error"];
export const OF_TABLE: readonly Order[] = ["free-hand", "report-disagreement", "open-dispute"];

export function isAllowed(order: Order, view: TableView): boolean {
  const when = WHEN[order];
  // A free hand keeps the order of a shoe; a deck that is new every round has none to keep.
  if (order === "free-hand" && isFreshDeck(view.game.family)) return false;
  return when.phases.includes(view.phase) && (when.stopped || (!view.is_paused && view.hold_reasons.length === 0));
}

export function needsCard(order: Order): boolean {
  return WHEN[order].card === true;
}
