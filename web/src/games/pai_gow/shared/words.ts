import { createTranslator } from "../../../lib/i18n.svelte";
import { twoCardHandName, shortMadeHandName } from "../../../ui/hand-names/hand-names";
import { madeHandFrom, parseHandName, type MadeHand } from "../../../ui/hand-names/made-hand";
import type { HandValue } from "../../../lib/types";
import { isDominoHand, dominoHandFromName, dominoHandName, dominoHandFrom, type DominoHand } from "./domino-hand";
import { words } from "./words.en";

/** Translates the words of pai gow poker, for all screens. */
export const t = createTranslator(words, import.meta.glob(["./words.*.ts", "!./words.en.ts"]));

export type PartName = "high" | "low";
export const PART_NAMES: readonly PartName[] = ["high", "low"];

/** Rank of a high or low hand: a poker hand, or a hand of dominoes. */
export type PaiGowMadeHand = MadeHand | DominoHand;
/** Reads a hand from the server's hand value, or from the English name in a past round's facts. */
export const paiGowHandFrom = (hand: HandValue | undefined): PaiGowMadeHand | null => dominoHandFrom(hand) ?? madeHandFrom(hand);
export const paiGowHandFromName = (name: string): PaiGowMadeHand | null => dominoHandFromName(name) ?? parseHandName(name);

/** Returns the name of a high or low hand: "three aces"; low "pair of nines", "ace-king"; dominoes "Teen Wong", "9, Chong". */
export function partHandName(part: PartName, madeHand: PaiGowMadeHand | null): string {
  if (madeHand !== null && isDominoHand(madeHand)) return dominoHandName(madeHand);
  return part === "low" ? twoCardHandName(madeHand) : shortMadeHandName(madeHand);
}

/** Returns the display name of a hand: "Seat 2", "Seat 2, High hand", "Player-dealer". */
export function handName(name: string): string {
  const [, who = "", seat, part] = /^(\w+)(?::(\d+))?(?:\/(\w+))?$/.exec(name) ?? [];
  const whose = seat !== undefined ? t("seat", { seat }) : who === "player" || who === "banker" ? t(who) : t("dealer");
  return part === "high" || part === "low" ? t("hand.of", { who: whose, hand: t(part) }) : whose;
}

const OUTCOMES = { win: "state.wins", push: "state.push", lose: "state.loses" } as const;
/** Returns "Wins both", "One each" or "Loses both"; "" before both hands are compared. */
export const outcomeText = (outcome: keyof typeof OUTCOMES | null): string => (outcome === null ? "" : t(OUTCOMES[outcome]));

/** Returns "Set" or "House way" for a hand that is set but not opened. */
export const setStateText = (hand: { isHouseWay: boolean }): string => t(hand.isHouseWay ? "state.house" : "state.set");

/** Returns the outcome of a seat's hands; before that whether they are dealt, being set, or set. */
export function seatStateText(
  outcome: keyof typeof OUTCOMES | null,
  isSetting: boolean,
  hand: { state: string; isHouseWay: boolean },
): string {
  if (outcome === null && !isSetting && hand.state === "set") return setStateText(hand);
  return outcomeText(outcome) || t(isSetting ? "state.setting" : "state.dealt");
}

export const choiceName = (choice: string): string => (choice === "double-down" || choice === "stay" ? t(`do.${choice}`) : choice);
