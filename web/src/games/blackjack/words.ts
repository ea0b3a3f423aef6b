import { createTranslator } from "../../lib/i18n.svelte";
import { words } from "./words.en";
import type { BlackjackHand } from "./hands";
import { parseHandId } from "./hands";

/** Translates the texts of blackjack for all screens. */
export const t = createTranslator(words, import.meta.glob(["./words.*.ts", "!./words.en.ts"]));

const CHOICES = ["hit", "stand", "double-down", "split", "surrender", "insure", "decline"] as const;
export type BlackjackChoice = (typeof CHOICES)[number];

export const isBlackjackChoice = (word: string): word is BlackjackChoice => (CHOICES as readonly string[]).includes(word);

/** Returns the label of a choice: "Hit", "Stand". "decline" is "No insurance", or "Play on" if insurance is not offered. */
export function choiceName(choice: string, hasInsurance = true): string {
  if (choice === "decline" && !hasInsurance) return t("do.go_on");
  return isBlackjackChoice(choice) ? t(`do.${choice}`) : choice;
}

/** Returns a total: "soft 17", "16". */
export function totalText(total: number, isSoft: boolean): string {
  return isSoft ? t("total.soft", { total }) : String(total);
}

/** Returns the name of a hand from its id: "Seat 2, hand 1", "Dealer". */
export function handName(name: string): string {
  const { seat, handNumber } = parseHandId(name);
  if (seat === null) return t("dealer");
  return handNumber === null ? t("seat", { seat }) : t("seat.hand", { seat, hand: handNumber });
}

export function stateName(hand: Pick<BlackjackHand, "state">): string {
  return t(`state.${hand.state}`);
}
