import { book } from "../../lib/words.svelte";
import { words } from "./words/en";

export { madeName, madeShort } from "../../ui/made/words";

/** What hold'em says, on every screen. */
export const t = book(words, {
  es: () => import("./words/es"),
  zh: () => import("./words/zh"),
  vi: () => import("./words/vi"),
});

const CHOICES = ["fold", "check", "call", "bet", "raise", "show", "muck"] as const;
const LASTS = ["fold", "check", "call", "bet", "raise", "all-in", "small-blind", "big-blind", "ante", "post"] as const;
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
export function lastName(last: string, amount: string): string {
  const known = LASTS.find((one) => one === last);
  return known === undefined ? "" : t(`last.${known}`, { amount });
}

/** "Seat 2", "Board". */
export function handName(name: string): string {
  const seat = seatOf(name);
  return seat === null ? t("board") : t("seat", { seat });
}

export function seatOf(name: string): number | null {
  const match = /^player:(\d+)$/.exec(name);
  return match === null ? null : Number(match[1]);
}
