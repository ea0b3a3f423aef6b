import type { Question, TableView } from "../../../lib/types";
import { handTotal, cardValue } from "../hand-total";
import { handsOnTable } from "../hands";
import { choiceName, handName, t, totalText } from "../words";
import { t as dealer } from "../../../dealer/words";

/** The one sentence while the cards are dealt and played; null where the console has its own. */
export function nextStepSentence(view: TableView): string | null {
  const expects = view.staff?.next_step;
  if (view.phase !== "dealing" || expects === undefined) return null;
  if (expects.command === "read-card" && expects.hand !== undefined) return cardSentence(expects.hand, expects.position_in_hand ?? 1);
  const [question] = view.decision?.questions ?? [];
  return question === undefined ? null : decisionSentence(view, question);
}

function cardSentence(hand: string, nth: number): string {
  const name = hand === "player" ? t("board.title") : handName(hand);
  if (nth === 1 || nth === 2 || nth === 3) return t("console.deal", { hand: name, nth: dealer(`nth.${nth}`) });
  return t("console.deal_nth", { hand: name, number: nth });
}

function decisionSentence(view: TableView, question: Question): string {
  const { seat, hand } = question;
  if (question.choices.some((one) => one.do === "insure")) return t("console.insurance", { seat });
  const hands = view.hand_states.filter((one) => one.seat === seat).length;
  return hands > 1 ? t("console.decides_hand", { seat, hand }) : t("console.decides", { seat });
}

/** Why that is next: the total against the up card, and what happens in silence. */
export function nextStepReason(view: TableView): string {
  const [question] = view.decision?.questions ?? [];
  if (question === undefined) return "";
  const felt = handsOnTable(view, null);
  const hand = felt.seats.find((one) => one.seat === question.seat)?.hands[question.hand - 1];
  const up = felt.dealer.cards[0]?.card ?? "";
  const hasInsurance = question.choices.some((one) => one.do === "insure");
  return t("console.on", {
    total: totalText(hand?.total ?? 0, hand?.isSoft ?? false),
    up: cardValue(up) === 1 ? "A" : handTotal([up]).total,
    silence: choiceName(question.default_choice, hasInsurance).toLocaleLowerCase(),
  });
}
