import { createTranslator } from "../../lib/i18n.svelte";
import { formatDollars } from "../../lib/money";
import { words } from "./words.en";
import { seatNumber, type PokerState } from "./hands";

export { madeHandName, shortMadeHandName, rankName, payTableRowName } from "../../ui/hand-names/hand-names";

/** Translates the words of the poker games, for all screens. */
export const t = createTranslator(words, import.meta.glob(["./words.*.ts", "!./words.en.ts"]));

/** Returns the size of a Play wager in antes: 4 for the choice "play-4" or the odds "4x"; null for "play", "check" and "fold". */
export function playMultiple(choice: string): number | null {
  const match = /^(?:play-(\d+)|(\d+)x)$/.exec(choice);
  return match === null ? null : Number(match[1] ?? match[2]);
}

/** Returns the label of a choice: "Play 4x", "Check". */
export function choiceName(choice: string): string {
  const times = playMultiple(choice);
  if (times !== null) return t("do.times", { times });
  return choice === "fold" || choice === "check" || choice === "play" ? t(`do.${choice}`) : choice;
}

/** Returns the label of a choice with its cost, if it has one: "Play 4x $40", "Check". */
export function choiceWithCost(choice: string, cents: number): string {
  return cents === 0 ? choiceName(choice) : t("do.for", { choice: choiceName(choice), amount: formatDollars(cents) });
}

export function stateName(state: PokerState): string {
  return t(`state.${state}`);
}

/** Returns the display name of a hand: "Seat 2", "Board", "Player-dealer". */
export function handName(name: string): string {
  const seat = seatNumber(name);
  if (seat !== null) return t("seat", { seat });
  return name === "board" ? t("board") : t("dealer");
}
