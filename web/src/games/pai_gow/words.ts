import { createTranslator } from "../../lib/i18n.svelte";
import { twoCardHandName, shortMadeHandName } from "../../ui/hand-names/hand-names";
import { madeHandFrom, parseHandName, type MadeHand } from "../../ui/hand-names/made-hand";
import type { HandValue } from "../../lib/types";
import { isDominoHand, dominoHandFromName, dominoHandName, dominoHandFrom, type DominoHand } from "./tiles/domino-hand";
import { words } from "./words/en";

/** What pai gow poker says, on every screen. */
export const t = createTranslator(words, {
  es: () => import("./words/es"),
  zh: () => import("./words/zh"),
  vi: () => import("./words/vi"),
});

export type PartName = "high" | "low";
export const PART_NAMES: readonly PartName[] = ["high", "low"];

/** What a hand has come to: of cards as at any table with them, of tiles as tiles are called. */
export type PaiGowMadeHand = MadeHand | DominoHand;
/** As the server tells it, and as a kept round has it written. */
export const paiGowHandFrom = (hand: HandValue | undefined): PaiGowMadeHand | null => dominoHandFrom(hand) ?? madeHandFrom(hand);
export const paiGowHandFromName = (name: string): PaiGowMadeHand | null => dominoHandFromName(name) ?? parseHandName(name);

/** "Three aces"; of a low hand "pair of nines", "ace-king"; of tiles "Teen wong", "9, Chong". */
export function partHandName(part: PartName, madeHand: PaiGowMadeHand | null): string {
  if (madeHand !== null && isDominoHand(madeHand)) return dominoHandName(madeHand);
  return part === "low" ? twoCardHandName(madeHand) : shortMadeHandName(madeHand);
}

/** "Seat 2", "Seat 2, High hand", "Player-dealer". */
export function handName(name: string): string {
  const [, who = "", seat, part] = /^(\w+)(?::(\d+))?(?:\/(\w+))?$/.exec(name) ?? [];
  const whose = seat !== undefined ? t("seat", { seat }) : who === "player" || who === "banker" ? t(who) : t("dealer");
  return part === "high" || part === "low" ? t("hand.of", { who: whose, hand: t(part) }) : whose;
}

const OUTCOMES = { win: "state.wins", push: "state.push", lose: "state.loses" } as const;
/** "Wins both", "One each"; "" before both hands are known. */
export const outcomeText = (outcome: keyof typeof OUTCOMES | null): string => (outcome === null ? "" : t(OUTCOMES[outcome]));

/** How a hand lies that is not opened: set, by its player or the house way. */
export const setStateText = (hand: { isHouseWay: boolean }): string => t(hand.isHouseWay ? "state.house" : "state.set");

/** How a seat stands: what its hands came to, else how far it is with them. */
export function seatStateText(outcome: keyof typeof OUTCOMES | null, isSetting: boolean, hand: { state: string; isHouseWay: boolean }): string {
  if (outcome === null && !isSetting && hand.state === "set") return setStateText(hand);
  return outcomeText(outcome) || t(isSetting ? "state.setting" : "state.dealt");
}

export const choiceName = (choice: string): string => (choice === "double-down" || choice === "stay" ? t(`do.${choice}`) : choice);
