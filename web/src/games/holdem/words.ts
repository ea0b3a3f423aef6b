import { createTranslator } from "../../lib/i18n.svelte";
import { words } from "./words/en";

export { madeHandName, shortMadeHandName } from "../../ui/hand-names/hand-names";

/** What hold'em says, on every screen. */
export const t = createTranslator(words, {
  es: () => import("./words/es"),
  zh: () => import("./words/zh"),
  vi: () => import("./words/vi"),
});

const CHOICES = ["fold", "check", "call", "bet", "raise", "show", "muck"] as const;
const LAST_ACTIONS = ["fold", "check", "call", "bet", "raise", "all-in", "small-blind", "big-blind", "ante", "post"] as const;
const STAGES = ["pre-flop", "flop", "turn", "river", "showdown"] as const;

/** "Call", "Raise"; whatever else is given as it is. */
export function choiceName(choice: string): string {
  const known = CHOICES.find((one) => one === choice);
  return known === undefined ? choice : t(`do.${known}`);
}

/** "On the turn". */
export function stageName(stage: string): string {
  const known = STAGES.find((one) => one === stage);
  return known === undefined ? "" : t(`stage.${known}`);
}

/** "raises to $240", "checks": what a seat did last. */
export function lastActionText(last: string, amount: string): string {
  const known = LAST_ACTIONS.find((one) => one === last);
  return known === undefined ? "" : t(`last.${known}`, { amount });
}

/** "Seat 2", "Board". */
export function handName(name: string): string {
  const seat = seatNumber(name);
  return seat === null ? t("board") : t("seat", { seat });
}

export function seatNumber(name: string): number | null {
  const match = /^player:(\d+)$/.exec(name);
  return match === null ? null : Number(match[1]);
}
