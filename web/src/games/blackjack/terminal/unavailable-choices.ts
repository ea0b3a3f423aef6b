import type { Question } from "../../../lib/types";
import { formatDollars } from "../../../lib/money";
import { cardValue } from "../hand-total";
import type { BlackjackHand } from "../hands";
import { t, type BlackjackChoice } from "../words";

/** A choice that is not offered, with the reason. */
export type UnavailableChoice = { choice: BlackjackChoice; reason: string };

const PLAY_CHOICES: readonly BlackjackChoice[] = ["hit", "double-down", "split", "surrender"];

/**
 * Returns the choices that a player might expect but does not have, and those that cost more than the balance. The reason is
 * derived from the cards; if they do not explain it, the reason is the rules of the table.
 */
export function unavailableChoices(question: Question, hand: BlackjackHand, balanceCents: number): UnavailableChoice[] {
  if (question.choices.some((choice) => choice.do === "decline")) return [];
  const unaffordable = question.choices.filter((choice) => choice.most_cents > 0 && choice.least_cents > balanceCents);
  const missing = PLAY_CHOICES.filter((choice) => !question.choices.some((offered) => offered.do === choice));
  return [
    ...unaffordable.map((choice) => ({
      choice: choice.do as BlackjackChoice,
      reason: t("why.credit", { amount: formatDollars(choice.least_cents), credit: formatDollars(balanceCents) }),
    })),
    ...missing.map((choice) => ({ choice, reason: unavailableReason(choice, hand) })),
  ];
}

function unavailableReason(choice: BlackjackChoice, hand: BlackjackHand): string {
  const cards = hand.cards.map((shown) => shown.card ?? "");
  const isSplitAce = hand.handCount > 1 && cardValue(cards[0] ?? "") === 1;
  if (choice === "hit") return isSplitAce ? t("why.aces") : t("why.rules");
  if (cards.length !== 2) return choice === "surrender" ? t("why.after_draw") : t("why.two_cards");
  if (choice === "split") return noSplitReason(cards, hand);
  if (isSplitAce && choice === "double-down") return t("why.aces");
  return hand.handCount > 1 && choice === "surrender" ? t("why.split_hand") : t("why.rules");
}

function noSplitReason(cards: readonly string[], hand: BlackjackHand): string {
  const [first, second] = cards.map(cardValue);
  if (first !== second) return t("why.unequal");
  return hand.handCount > 1 ? t("why.most_hands", { hands: hand.handCount }) : t("why.rules");
}
