import { book } from "../../lib/words.svelte";
import { words } from "./words/en";
import type { Hand } from "./felt";
import { partsOf } from "./felt";

/** What blackjack says, on every screen. */
export const t = book(words, {
  es: () => import("./words/es"),
  zh: () => import("./words/zh"),
  vi: () => import("./words/vi"),
});

const CHOICES = ["hit", "stand", "double-down", "split", "surrender", "insure", "decline"] as const;
export type Do = (typeof CHOICES)[number];

export const isDo = (word: string): word is Do => (CHOICES as readonly string[]).includes(word);

/** "Hit", "Stand"; declining is playing on where nothing is insured. */
export function choiceName(choice: string, hasInsurance = true): string {
  if (choice === "decline" && !hasInsurance) return t("do.go_on");
  return isDo(choice) ? t(`do.${choice}`) : choice;
}

/** "soft 17", "16". */
export function totalName(total: number, soft: boolean): string {
  return soft ? t("total.soft", { total }) : String(total);
}

/** "Seat 2, hand 1", "Dealer". */
export function handName(name: string): string {
  const { seat, nth } = partsOf(name);
  if (seat === null) return t("dealer");
  return nth === null ? t("seat", { seat }) : t("seat.hand", { seat, hand: nth });
}

export function stateName(hand: Pick<Hand, "state">): string {
  return t(`state.${hand.state}`);
}
