import type { Question } from "../../../lib/types";
import { dollars } from "../../../lib/money";
import { value } from "../count";
import type { Hand } from "../felt";
import { t, type Do } from "../words";

/** A way that is not offered, and why. */
export type Absent = { choice: Do; why: string };

const PLAYS: readonly Do[] = ["hit", "double-down", "split", "surrender"];

/** What somebody may look for and not find, with the reason: as far as the cards tell, else that the rules say so. */
export function absentOf(question: Question, hand: Hand, credit: number): Absent[] {
  if (question.choices.some((one) => one.do === "decline")) return [];
  const dear = question.choices.filter((one) => one.most_cents > 0 && one.least_cents > credit);
  const missing = PLAYS.filter((choice) => !question.choices.some((one) => one.do === choice));
  return [
    ...dear.map((one) => ({ choice: one.do as Do, why: t("why.credit", { amount: dollars(one.least_cents), credit: dollars(credit) }) })),
    ...missing.map((choice) => ({ choice, why: whyNot(choice, hand) })),
  ];
}

function whyNot(choice: Do, hand: Hand): string {
  const cards = hand.cards.map((one) => one.card ?? "");
  const isSplitAce = hand.of > 1 && value(cards[0] ?? "") === 1;
  if (choice === "hit") return isSplitAce ? t("why.aces") : t("why.rules");
  if (cards.length !== 2) return choice === "surrender" ? t("why.after_draw") : t("why.two_cards");
  if (choice === "split") return whyNoSplit(cards, hand);
  if (isSplitAce && choice === "double-down") return t("why.aces");
  return hand.of > 1 && choice === "surrender" ? t("why.split_hand") : t("why.rules");
}

function whyNoSplit(cards: readonly string[], hand: Hand): string {
  const [one, other] = cards.map(value);
  if (one !== other) return t("why.unequal");
  return hand.of > 1 ? t("why.most_hands", { hands: hand.of }) : t("why.rules");
}
