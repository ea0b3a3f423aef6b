import type { DealerParts } from "../../../table/game-parts";
import { dealerResultSentence } from "../sentences";
import type { Question, TableView } from "../../../lib/types";
import { handTotal, cardValue } from "../hand-total";
import { handsOnTable } from "../hands";
import { choiceName, handName, t, totalText } from "../words";
import { t as dealerText } from "../../../table/dealer/words";

/** Returns the dealer's next step during the deal; null if the console's general sentence applies. */
export function nextStepSentence(view: TableView): string | null {
  const nextStep = view.staff?.next_step;
  if (view.phase !== "dealing" || nextStep === undefined) return null;
  if (nextStep.command === "read-card" && nextStep.hand !== undefined) return cardSentence(nextStep.hand, nextStep.position_in_hand ?? 1);
  const [question] = view.decision?.questions ?? [];
  return question === undefined ? null : decisionSentence(view, question);
}

function cardSentence(hand: string, nth: number): string {
  const name = hand === "player" ? t("board.title") : handName(hand);
  if (nth === 1 || nth === 2 || nth === 3) return t("console.deal", { hand: name, nth: dealerText(`nth.${nth}`) });
  return t("console.deal_nth", { hand: name, number: nth });
}

function decisionSentence(view: TableView, question: Question): string {
  const { seat, hand } = question;
  if (question.choices.some((choice) => choice.do === "insure")) return t("console.insurance", { seat });
  const handCount = view.hand_states.filter((hand) => hand.seat === seat).length;
  return handCount > 1 ? t("console.decides_hand", { seat, hand }) : t("console.decides", { seat });
}

/** Returns the explanation of a decision: the total, the up card, and the choice made if time runs out. */
export function nextStepReason(view: TableView): string {
  const [question] = view.decision?.questions ?? [];
  if (question === undefined) return "";
  const tableHands = handsOnTable(view, null);
  const hand = tableHands.seats.find((seat) => seat.seat === question.seat)?.hands[question.hand - 1];
  const upCard = tableHands.dealer.cards[0]?.card ?? "";
  const hasInsurance = question.choices.some((choice) => choice.do === "insure");
  return t("console.on", {
    total: totalText(hand?.total ?? 0, hand?.isSoft ?? false),
    up: cardValue(upCard) === 1 ? "A" : handTotal([upCard]).total,
    silence: choiceName(question.default_choice, hasInsurance).toLocaleLowerCase(),
  });
}

export const dealer = {
  nextStepSentence,
  nextStepReason,
  resultSentence: (last) => dealerResultSentence(last.cards),
} satisfies Partial<DealerParts>;
