import type { Question, TableView } from "../../../lib/types";
import { handsOnTable, isHoldem, openBoardCardCount, type DealtPokerHands, type DealtPokerHand } from "../hands";
import { choiceName, handName, madeHandName, t as poker } from "../words";
import { t } from "../../../dealer/words";

/** The one sentence while the cards are dealt and played; null where the console has its own. */
export function nextStepSentence(view: TableView): string | null {
  const expects = view.staff?.next_step;
  if (view.phase !== "dealing" || expects === undefined) return null;
  if (expects.command === "read-card" && expects.hand !== undefined) return cardSentence(expects.hand, expects.position_in_hand ?? 1);
  if (expects.command === "call-result") return poker("console.call");
  const [question] = view.decision?.questions ?? [];
  return question === undefined ? null : decisionSentence(view, question);
}

function cardSentence(hand: string, nth: number): string {
  const known = ([1, 2, 3, 4, 5] as const).find((one) => one === nth) ?? 5;
  return poker("console.deal", { hand: handName(hand), nth: t(`nth.${known}`) });
}

/** With the first question of a street comes what the dealer turns before it. */
function decisionSentence(view: TableView, question: Question): string {
  const { seat } = question;
  const turn = cardsToTurn(view);
  if (turn === null) return poker("console.decides", { seat });
  return poker(`console.turn_${turn}`, { seat });
}

export type CardsToTurn = "flop" | "rest" | "up";

/** What is to be turned on the felt before the seat that is asked decides; null where it lies open already. */
export function cardsToTurn(view: TableView): CardsToTurn | null {
  const [question] = view.decision?.questions ?? [];
  if (question === undefined || !isFirstQuestionOfStreet(view, question)) return null;
  const hands = handsOnTable(view, null);
  if (isHoldem(view)) return ({ 3: "flop", 5: "rest" } as const)[openBoardCardCount(hands)] ?? null;
  return hands.dealer.cards.some((one) => one.card !== null) ? "up" : null;
}

/** Whether nobody has answered since the last cards were turned: all before this seat were done with earlier. */
function isFirstQuestionOfStreet(view: TableView, question: Question): boolean {
  const hands = handsOnTable(view, null);
  const place = hands.seats.findIndex((one) => one.seat === question.seat);
  return hands.seats.slice(0, place).every((one) => anteCents(view, one) === 0 || (playCents(view, one) > 0 && openBoardCardsWhenPlayed(view, one) < openBoardCardCount(hands)));
}

/** How many cards of the board were open when the seat played: the Play wager itself tells. */
function openBoardCardsWhenPlayed(view: TableView, hand: DealtPokerHand): number {
  const times = playCents(view, hand) / anteCents(view, hand);
  return !isHoldem(view) ? 0 : times >= 3 ? 0 : times >= 2 ? 3 : 5;
}

/** What the one who decides has on the Ante: the seat's own player, or the first behind it. */
export function anteCents(view: Pick<TableView, "chips">, hand: DealtPokerHand): number {
  const antes = view.chips.filter((chip) => chip.seat === hand.seat && chip.wager === "ante");
  return (antes.find((chip) => chip.bettor === "player") ?? antes[0])?.cents ?? 0;
}

/** His Play wager. */
export const playCents = (view: Pick<TableView, "chips">, hand: DealtPokerHand): number => (hand.state === "played" ? hand.stakeCents - anteCents(view, hand) : 0);

/** Why that is next. */
export function nextStepReason(view: TableView): string {
  const expects = view.staff?.next_step;
  if (expects?.command === "read-card") return poker("console.why_deal");
  const [question] = view.decision?.questions ?? [];
  if (question !== undefined) {
    const silence = choiceName(question.default_choice).toLocaleLowerCase();
    return poker(cardsToTurn(view) === "up" ? "console.why_up" : "console.no_answer", { silence });
  }
  return expects?.command === "call-result" ? dealerFullHandSentence(handsOnTable(view, null)) : "";
}

/** "Player-dealer has pair of kings and does not qualify". */
export function dealerFullHandSentence(hands: DealtPokerHands): string {
  if (hands.dealer.madeHand === null) return "";
  return poker(hands.hasDealerQualified === false ? "end.dealer_not" : "end.dealer", { hand: madeHandName(hands.dealer.madeHand) });
}
