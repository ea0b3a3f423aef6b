import { createTranslator } from "../../lib/i18n.svelte";
import { words } from "./words.en";

export { madeHandName, shortMadeHandName } from "../../ui/hand-names/hand-names";

/** Translates the texts of hold'em for all screens. */
export const t = createTranslator(words, import.meta.glob(["./words.*.ts", "!./words.en.ts"]));

const CHOICES = ["fold", "check", "call", "bet", "raise", "show", "muck"] as const;
const LAST_ACTIONS = ["fold", "check", "call", "bet", "raise", "all-in", "small-blind", "big-blind", "ante", "post"] as const;
const STAGES = ["pre-flop", "flop", "turn", "river", "showdown"] as const;

/** Returns the label of a choice, "Call" or "Raise"; an unknown choice is returned unchanged. */
export function choiceName(choice: string): string {
  const known = CHOICES.find((name) => name === choice);
  return known === undefined ? choice : t(`do.${known}`);
}

/** Returns the name of a stage, "On the turn"; "" if it is unknown. */
export function stageName(stage: string): string {
  const known = STAGES.find((name) => name === stage);
  return known === undefined ? "" : t(`stage.${known}`);
}

/** Returns what a seat did last, "raises to $240" or "checks"; "" if it is unknown. */
export function lastActionText(action: string, amount: string): string {
  const known = LAST_ACTIONS.find((name) => name === action);
  return known === undefined ? "" : t(`last.${known}`, { amount });
}

/** Returns the name of a hand from its id: "Seat 2", "Board". */
export function handName(name: string): string {
  const seat = seatNumber(name);
  return seat === null ? t("board") : t("seat", { seat });
}

/** Returns the seat of a hand id such as "player:2"; null for the board. */
export function seatNumber(name: string): number | null {
  const match = /^player:(\d+)$/.exec(name);
  return match === null ? null : Number(match[1]);
}
