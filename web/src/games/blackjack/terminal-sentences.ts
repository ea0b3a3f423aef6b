import type { TerminalParts } from "../../table/game-parts";
import { resultHeadline, resultReason } from "./result-sentences";
import { dealerResultSentence } from "./sentences";
import { formatDollars } from "../../lib/money";
import type { Question, TableView } from "../../lib/types";
import { type BlackjackHand, cardValue, handsOnTable, handTotal } from "./hands";
import { ownSeats } from "../../ui/hands-on-table";
import { type BlackjackChoice, choiceName, handName, t, totalText } from "./words";
import { defaultChoiceText, waitingForOthers } from "../../table/deciding/decision-sentences";
import type { StatusLine } from "../../table/betting/status-line";
import { t as terminalText } from "../../table/words";

/** Returns the status line during the deal: who decides, what the dealer does, or which hand gets a card. */
export function dealingSentence(view: TableView): StatusLine {
  const { decision } = view;
  if (decision !== null)
    return decisionSentence(
      view,
      decision.questions.filter((question) => !question.is_own).map((question) => question.seat),
    );
  const dealer = view.hand_states.find((hand) => hand.seat === null);
  if (dealer !== undefined && dealer.state !== "waiting") return { main: t("dealing.drawing"), next: t("dealing.drawing_next") };
  const { next } = view.next_draw;
  // The dealer's second card is the last card of the first deal.
  const isFirstDeal = (view.hands["dealer"]?.length ?? 0) < 2;
  if (next === null || isFirstDeal) return { main: t("dealing.cards"), next: t("dealing.cards_next") };
  return { main: t("dealing.card", { hand: handName(next.hand) }), next: t("dealing.drawing_next") };
}

function decisionSentence(view: TableView, otherSeats: number[]): StatusLine {
  const own = view.decision?.questions.find((question) => question.is_own);
  const defaultChoice = choiceName(view.decision?.questions[0]?.default_choice ?? "stand");
  if (own !== undefined)
    return { main: terminalText("decision.others", { seats: own.seat }), next: defaultChoiceText(defaultChoice), tone: "loud" };
  const seats = otherSeats.join(", ");
  const tableHands = handsOnTable(view, null);
  const ownHands = tableHands.seats.filter((seat) => ownSeats(view, tableHands).includes(seat.seat)).flatMap((seat) => seat.hands);
  if (ownHands.length === 0) return waitingForOthers(seats, defaultChoice);
  const isTurnToCome = ownHands.some((hand) => hand.state === "waiting" || hand.state === "playing");
  return { main: isTurnToCome ? terminalText("decision.turn_comes") : t("ask.wait"), next: terminalText("decision.wait_next", { seats }) };
}

/** Returns the question for screen readers: the total, the dealer's up card, the choices, and the default choice. */
export function questionAnnouncement(view: TableView, hand: BlackjackHand, dealer: BlackjackHand): string {
  const own = view.decision?.questions.find((question) => question.is_own);
  if (own === undefined) return "";
  const hasInsurance = own.choices.some((choice) => choice.do === "insure");
  const upCard = dealer.cards[0]?.card ?? "";
  const values = {
    total: totalText(hand.total ?? 0, hand.isSoft),
    up: handTotal([upCard]).isSoft ? "A" : String(handTotal([upCard]).total),
    choices: terminalText("decision.choices", { choices: own.choices.map((choice) => choiceName(choice.do, hasInsurance)).join(", ") }),
    silence: defaultChoiceText(choiceName(own.default_choice, hasInsurance)),
  };
  const boxCount = new Set(view.player?.spots.map((spot) => spot.seat) ?? []).size;
  return [
    boxCount > 1 ? `${t("seat", { seat: own.seat })}.` : "",
    hand.handCount > 1 ? `${t("hand.of", { hand: hand.handNumber, of: hand.handCount })}.` : "",
    t("ask.against", values),
  ]
    .filter((part) => part !== "")
    .join(" ");
}

export const terminal = {
  panelTitle: { full: () => t("record.title"), short: () => t("record.short") },
  hasSidePanel: true,
  hasDecisions: true,
  ActionBar: null,
  stakesText: null,
  dealingSentence,
  resultSentence: (round, view) =>
    view?.last_round?.round === round.round ? resultHeadline(view, view.last_round) : dealerResultSentence(round.cards),
  ownResultSentence: resultReason,
  shortResultText: resultReason,
  isReturnedByRule: () => false,
  isReplayedCardByCard: false,
  winningSide: null,
} satisfies Partial<TerminalParts>;

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
