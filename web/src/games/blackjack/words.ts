import { createTranslator } from "../../lib/i18n.svelte";
import { words } from "./words/en";
import type { BlackjackHand } from "./hands";
import { parseHandId } from "./hands";

/** What blackjack says, on every screen. */
export const t = createTranslator(words, {
  es: () => import("./words/es"),
  zh: () => import("./words/zh"),
  vi: () => import("./words/vi"),
});

const CHOICES = ["hit", "stand", "double-down", "split", "surrender", "insure", "decline"] as const;
export type BlackjackChoice = (typeof CHOICES)[number];

export const isBlackjackChoice = (word: string): word is BlackjackChoice => (CHOICES as readonly string[]).includes(word);

/** "Hit", "Stand"; declining is playing on where nothing is insured. */
export function choiceName(choice: string, hasInsurance = true): string {
  if (choice === "decline" && !hasInsurance) return t("do.go_on");
  return isBlackjackChoice(choice) ? t(`do.${choice}`) : choice;
}

/** "soft 17", "16". */
export function totalText(total: number, soft: boolean): string {
  return soft ? t("total.soft", { total }) : String(total);
}

/** "Seat 2, hand 1", "Dealer". */
export function handName(name: string): string {
  const { seat, handNumber } = parseHandId(name);
  if (seat === null) return t("dealer");
  return handNumber === null ? t("seat", { seat }) : t("seat.hand", { seat, hand: handNumber });
}

export function stateName(hand: Pick<BlackjackHand, "state">): string {
  return t(`state.${hand.state}`);
}
