import type { Question } from "../../../lib/types";
import { formatDollars } from "../../../lib/money";
import { cardValue } from "../hand-total";
import type { BlackjackHand } from "../hands";
import { t, type BlackjackChoice } from "../words";

/** A way that is not offered, and why. */
export type UnavailableChoice = { choice: BlackjackChoice; reason: string };

const PLAY_CHOICES: readonly BlackjackChoice[] = ["hit", "double-down", "split", "surrender"];

/** What somebody may look for and not find, with the reason: as far as the cards tell, else that the rules say so. */
export function unavailableChoices(question: Question, hand: BlackjackHand, credit: number): UnavailableChoice[] {
  if (question.choices.some((one) => one.do === "decline")) return [];
  const dear = question.choices.filter((one) => one.most_cents > 0 && one.least_cents > credit);
  const missing = PLAY_CHOICES.filter((choice) => !question.choices.some((one) => one.do === choice));
  return [
    ...dear.map((one) => ({ choice: one.do as BlackjackChoice, reason: t("why.credit", { amount: formatDollars(one.least_cents), credit: formatDollars(credit) }) })),
    ...missing.map((choice) => ({ choice, reason: unavailableReason(choice, hand) })),
  ];
}

function unavailableReason(choice: BlackjackChoice, hand: BlackjackHand): string {
  const cards = hand.cards.map((one) => one.card ?? "");
  const isSplitAce = hand.handCount > 1 && cardValue(cards[0] ?? "") === 1;
  if (choice === "hit") return isSplitAce ? t("why.aces") : t("why.rules");
  if (cards.length !== 2) return choice === "surrender" ? t("why.after_draw") : t("why.two_cards");
  if (choice === "split") return noSplitReason(cards, hand);
  if (isSplitAce && choice === "double-down") return t("why.aces");
  return hand.handCount > 1 && choice === "surrender" ? t("why.split_hand") : t("why.rules");
}

function noSplitReason(cards: readonly string[], hand: BlackjackHand): string {
  const [one, other] = cards.map(cardValue);
  if (one !== other) return t("why.unequal");
  return hand.handCount > 1 ? t("why.most_hands", { hands: hand.handCount }) : t("why.rules");
}
