import type { TableView } from "../../lib/types";
import { hasFreshDeckEachRound } from "../../table/game-loader";

/** Commands that a supervisor can send from the console; each needs a reason. */
export type SupervisorCommand = CardCommand | "void-round" | "misdeal" | "free-hand" | "report-disagreement" | "open-dispute";
/** Commands of a supervisor that name a card. */
type CardCommand = "report-card-face-up" | "report-card-in-error";
type CommandRule = { phases: TableView["phase"][]; isAllowedWhileStopped: boolean };

/** Phases in which each command is allowed, and whether it is allowed while the table is paused or on hold. Copied from the server. */
const COMMAND_RULES: Record<SupervisorCommand, CommandRule> = {
  "void-round": { phases: ["betting", "dealing"], isAllowedWhileStopped: true },
  misdeal: { phases: ["dealing"], isAllowedWhileStopped: true },
  "report-card-face-up": { phases: ["dealing"], isAllowedWhileStopped: false },
  "report-card-in-error": { phases: ["dealing"], isAllowedWhileStopped: false },
  "free-hand": { phases: ["between-rounds"], isAllowedWhileStopped: false },
  "report-disagreement": { phases: ["between-rounds", "betting", "dealing"], isAllowedWhileStopped: true },
  "open-dispute": { phases: ["closed", "between-rounds", "betting", "dealing"], isAllowedWhileStopped: true },
};
export const ROUND_COMMANDS: readonly SupervisorCommand[] = ["void-round", "misdeal", "report-card-face-up", "report-card-in-error"];
export const TABLE_COMMANDS: readonly SupervisorCommand[] = ["free-hand", "report-disagreement", "open-dispute"];

export function isCommandAllowed(order: SupervisorCommand, view: TableView): boolean {
  const rule = COMMAND_RULES[order];
  // A free hand keeps the order of the cards in the shoe; a game with a fresh deck each round has no shoe.
  if (order === "free-hand" && hasFreshDeckEachRound(view.game.family)) return false;
  return rule.phases.includes(view.phase) && (rule.isAllowedWhileStopped || (!view.is_paused && view.hold_reasons.length === 0));
}

export function needsCard(order: SupervisorCommand): order is CardCommand {
  return order === "report-card-face-up" || order === "report-card-in-error";
}
