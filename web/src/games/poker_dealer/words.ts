import { createTranslator } from "../../lib/i18n.svelte";
import { formatDollars } from "../../lib/money";
import type { PokerState } from "../../lib/types";
import { words } from "./words/en";
import { seatNumber } from "./hands";

export { madeHandName, shortMadeHandName, rankName, payTableRowName } from "../../ui/hand-names/hand-names";

/** What the poker games say, on every screen. */
export const t = createTranslator(words, {
  es: () => import("./words/es"),
  zh: () => import("./words/zh"),
  vi: () => import("./words/vi"),
});

/** How many antes a Play wager is: 4 for "play-4", and for "4x" as the odds have it; null for "play", "check" and "fold". */
export function playMultiple(choice: string): number | null {
  const match = /^(?:play-(\d+)|(\d+)x)$/.exec(choice);
  return match === null ? null : Number(match[1] ?? match[2]);
}

/** "Play 4x", "Check". */
export function choiceName(choice: string): string {
  const times = playMultiple(choice);
  if (times !== null) return t("do.times", { times });
  return choice === "fold" || choice === "check" || choice === "play" ? t(`do.${choice}`) : choice;
}

/** "Play 4x $40": with what it costs, where it costs anything. */
export function choiceWithCost(choice: string, cents: number): string {
  return cents === 0 ? choiceName(choice) : t("do.for", { choice: choiceName(choice), amount: formatDollars(cents) });
}

export function stateName(state: PokerState): string {
  return t(`state.${state}`);
}

/** "Seat 2", "Board", "Player-dealer". */
export function handName(name: string): string {
  const seat = seatNumber(name);
  if (seat !== null) return t("seat", { seat });
  return name === "board" ? t("board") : t("dealer");
}
