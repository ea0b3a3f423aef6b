import { book } from "../../lib/words.svelte";
import { lowName, madeShort } from "../../ui/made/words";
import { madeOf, readName, type Made } from "../../ui/made/made";
import type { HandValue } from "../../lib/types";
import { isTileHand, readTileName, tileHandName, tileHandOf, type TileHand } from "./tiles/made";
import { words } from "./words/en";

/** What pai gow poker says, on every screen. */
export const t = book(words, {
  es: () => import("./words/es"),
  zh: () => import("./words/zh"),
  vi: () => import("./words/vi"),
});

export type Part = "high" | "low";
export const PARTS: readonly Part[] = ["high", "low"];

/** What a hand has come to: of cards as at any table with them, of tiles as tiles are called. */
export type HandMade = Made | TileHand;
/** As the server tells it, and as a kept round has it written. */
export const readMade = (hand: HandValue | undefined): HandMade | null => tileHandOf(hand) ?? madeOf(hand);
export const writtenMade = (name: string): HandMade | null => readTileName(name) ?? readName(name);

/** "Three aces"; of a low hand "pair of nines", "ace-king"; of tiles "Teen wong", "9, Chong". */
export function partName(part: Part, made: HandMade | null): string {
  if (made !== null && isTileHand(made)) return tileHandName(made);
  return part === "low" ? lowName(made) : madeShort(made);
}

/** "Seat 2", "Seat 2, High hand", "Player-dealer". */
export function handName(name: string): string {
  const [, who = "", seat, part] = /^(\w+)(?::(\d+))?(?:\/(\w+))?$/.exec(name) ?? [];
  const whose = seat !== undefined ? t("seat", { seat }) : who === "player" || who === "banker" ? t(who) : t("dealer");
  return part === "high" || part === "low" ? t("hand.of", { who: whose, hand: t(part) }) : whose;
}

const OUTCOMES = { win: "state.wins", push: "state.push", lose: "state.loses" } as const;
/** "Wins both", "One each"; "" before both hands are known. */
export const outcomeSaid = (outcome: keyof typeof OUTCOMES | null): string => (outcome === null ? "" : t(OUTCOMES[outcome]));

/** How a hand lies that is not opened: set, by its player or the house way. */
export const setSaid = (hand: { houseWay: boolean }): string => t(hand.houseWay ? "state.house" : "state.set");

/** How a seat stands: what its hands came to, else how far it is with them. */
export function stateSaid(outcome: keyof typeof OUTCOMES | null, isSetting: boolean, hand: { state: string; houseWay: boolean }): string {
  if (outcome === null && !isSetting && hand.state === "set") return setSaid(hand);
  return outcomeSaid(outcome) || t(isSetting ? "state.setting" : "state.dealt");
}

export const choiceName = (choice: string): string => (choice === "double-down" || choice === "stay" ? t(`do.${choice}`) : choice);
