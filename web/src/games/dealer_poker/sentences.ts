import type { DealerParts, PaymentTexts, PitParts, PitRound } from "../../table/game-parts";
import type { LastRound, Question, TableView } from "../../lib/types";
import { handsOfFinishedRound, handsOnTable, isHoldem, openBoardCardCount, type DealtPokerHands, type DealtPokerHand } from "./hands";
import { choiceName, handName, madeHandName, stateName, t as poker } from "./words";
import { t } from "../../table/dealer/words";
import { dealerRecord } from "./record";

/** Returns the dealer's next step during the round; null where the console has a sentence of its own. */
export function nextStepSentence(view: TableView): string | null {
  const nextStep = view.staff?.next_step;
  if (view.phase !== "dealing" || nextStep === undefined) return null;
  if (nextStep.command === "read-card" && nextStep.hand !== undefined) return cardSentence(nextStep.hand, nextStep.position_in_hand ?? 1);
  if (nextStep.command === "call-result") return poker("console.call");
  const [question] = view.decision?.questions ?? [];
  return question === undefined ? null : decisionSentence(view, question);
}

function cardSentence(hand: string, nth: number): string {
  const number = ([1, 2, 3, 4, 5] as const).find((ordinal) => ordinal === nth) ?? 5;
  return poker("console.deal", { hand: handName(hand), nth: t(`nth.${number}`) });
}

/** Returns who decides; with the first question of a street also which cards the dealer turns before it. */
function decisionSentence(view: TableView, question: Question): string {
  const { seat } = question;
  const toTurn = cardsToTurn(view);
  if (toTurn === null) return poker("console.decides", { seat });
  return poker(`console.turn_${toTurn}`, { seat });
}

export type CardsToTurn = "flop" | "rest" | "up";

/** Returns the cards that the dealer turns before the asked seat decides; null if they are already turned. */
export function cardsToTurn(view: TableView): CardsToTurn | null {
  const [question] = view.decision?.questions ?? [];
  if (question === undefined || !isFirstQuestionOfStreet(view, question)) return null;
  const hands = handsOnTable(view, null);
  if (isHoldem(view)) return ({ 3: "flop", 5: "rest" } as const)[openBoardCardCount(hands)] ?? null;
  return hands.dealer.cards.some((card) => card.card !== null) ? "up" : null;
}

/** True if no seat has decided since the last cards were turned: all seats before this one have no Ante or played on an earlier street. */
function isFirstQuestionOfStreet(view: TableView, question: Question): boolean {
  const hands = handsOnTable(view, null);
  const index = hands.seats.findIndex((hand) => hand.seat === question.seat);
  return hands.seats
    .slice(0, index)
    .every(
      (hand) =>
        anteCents(view, hand) === 0 || (playCents(view, hand) > 0 && openBoardCardsWhenPlayed(view, hand) < openBoardCardCount(hands)),
    );
}

/** Returns how many community cards were face up when the seat played, which follows from the multiple of its Play wager. */
function openBoardCardsWhenPlayed(view: TableView, hand: DealtPokerHand): number {
  const multiple = playCents(view, hand) / anteCents(view, hand);
  return !isHoldem(view) ? 0 : multiple >= 3 ? 0 : multiple >= 2 ? 3 : 5;
}

/** Returns the Ante of the player who decides: the seat's own player, or else the first backline bettor. */
export function anteCents(view: Pick<TableView, "chips">, hand: DealtPokerHand): number {
  const antes = view.chips.filter((chip) => chip.seat === hand.seat && chip.wager === "ante");
  return (antes.find((chip) => chip.bettor === "player") ?? antes[0])?.cents ?? 0;
}

/** Returns the Play wager of the player who decides; 0 before the seat has played. */
export const playCents = (view: Pick<TableView, "chips">, hand: DealtPokerHand): number =>
  hand.state === "played" ? hand.stakeCents - anteCents(view, hand) : 0;

/** Returns why that step is next. */
export function nextStepReason(view: TableView): string {
  const nextStep = view.staff?.next_step;
  if (nextStep?.command === "read-card") return poker("console.why_deal");
  const [question] = view.decision?.questions ?? [];
  if (question !== undefined) {
    const defaultChoice = choiceName(question.default_choice).toLocaleLowerCase();
    return poker(cardsToTurn(view) === "up" ? "console.why_up" : "console.no_answer", { silence: defaultChoice });
  }
  return nextStep?.command === "call-result" ? dealerFullHandSentence(handsOnTable(view, null)) : "";
}

/** Returns the full name of the player-dealer's hand in a sentence: "Player-dealer: king high, queen kicker, does not qualify". */
export function dealerFullHandSentence(hands: DealtPokerHands): string {
  if (hands.dealer.madeHand === null) return "";
  return poker(hands.hasDealerQualified === false ? "end.dealer_not" : "end.dealer", { hand: madeHandName(hands.dealer.madeHand) });
}

const handsOfRound = (round: Partial<PitRound> & Pick<PitRound, "cards">): DealtPokerHands =>
  handsOfFinishedRound({ round: "", cards: round.cards, facts: round.facts ?? {}, results: [...(round.results ?? [])] });

/** Returns "plays" or "folded" (for a seat that decided) and the full name of the hand. */
function handResultText(round: PitRound, name: string): string {
  const hands = handsOfRound(round);
  const hand = name === "dealer" ? hands.dealer : hands.seats.find((seat) => seat.name === name);
  const state = hand?.state === "played" || hand?.state === "folded" ? [stateName(hand.state)] : [];
  return [...state, madeHandName(hand?.madeHand ?? null)].filter((part) => part !== "").join(", ");
}

/** Returns what the list of payments says of each seat's hand: "pair of aces", "folded, pair of aces". */
function paymentTexts(last: LastRound): PaymentTexts {
  const hands = handsOfFinishedRound(last);
  const handText = (seat: number): string => {
    const hand = hands.seats.find((hand) => hand.seat === seat);
    return [...(hand?.state === "folded" ? [stateName("folded")] : []), madeHandName(hand?.madeHand ?? null)]
      .filter((part) => part !== "")
      .join(", ");
  };
  return { handText };
}

export const dealer = {
  paymentTexts,
  nextStepSentence,
  nextStepReason,
  resultSentence: (last) => dealerFullHandSentence(handsOfFinishedRound(last)),
} satisfies Partial<DealerParts>;

export const pit = {
  record: dealerRecord,
  resultSentence: (round) => dealerFullHandSentence(handsOfRound(round)),
  handResultText,
} satisfies Partial<PitParts>;
