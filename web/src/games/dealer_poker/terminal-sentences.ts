import type { TerminalParts } from "../../table/game-parts";
import { formatDollars, formatSignedDollars } from "../../lib/money";
import type { LastRound, Result, TableView, Wager } from "../../lib/types";
import { ownSeats } from "../../ui/hands-on-table";
import {
  dealerUpCard,
  type DealtPokerHand,
  type DealtPokerHands,
  handsOfFinishedRound,
  handsOnTable,
  isHoldem,
  openBoardCardCount,
} from "./hands";
import { choiceName, choiceWithCost, madeHandName, payTableRowName, rankName, shortMadeHandName, t } from "./words";
import { defaultChoiceText, netResultText, waitingForOthers } from "../../table/deciding/decision-sentences";
import type { StatusLine } from "../../table/betting/status-line";
import { t as terminalText } from "../../table/words";
import { formatList } from "../../lib/format-list";

const isFaceUp = (hand: DealtPokerHand): boolean => hand.cards.length > 0 && hand.cards.every((card) => card.card !== null);
const defaultChoiceName = (view: TableView): string => choiceName(view.decision?.questions[0]?.default_choice ?? "fold");

/** Returns the status line during the round: whose turn it is, the state of the viewer's hand, and the default choice at zero. */
export function dealingSentence(view: TableView): StatusLine {
  const hands = handsOnTable(view, null);
  const asking = view.decision;
  if (asking !== null) return decisionSentence(view, hands);
  if (isFaceUp(hands.dealer)) return { main: t("status.showdown"), next: t("status.showdown_next") };
  return { main: t("status.cards"), next: t("status.cards_next") };
}

function decisionSentence(view: TableView, hands: DealtPokerHands): StatusLine {
  const ownQuestion = view.decision?.questions.find((question) => question.is_own);
  const defaultChoice = defaultChoiceName(view);
  if (ownQuestion !== undefined) return { main: streetName(view, hands), next: defaultChoiceText(defaultChoice), tone: "loud" };
  const seats = (view.decision?.questions ?? []).map((question) => question.seat).join(", ");
  const ownHand = hands.seats.find((hand) => hand.seat === ownSeats(view, hands)[0]);
  if (ownHand === undefined) return waitingForOthers(seats, defaultChoice);
  const waitingText = terminalText("decision.wait_next", { seats });
  if (ownHand.state === "folded")
    return { main: t("ask.folded"), next: `${wagersInPlaySentence(ownStakesAt(view, ownHand))} ${waitingText}`.trim() };
  return { main: ownHandStatus(view, ownHand), next: waitingText };
}

/**
 * Returns the state of the viewer's hand while other seats decide: the viewer bets behind, has placed a Play wager, decides
 * later, has decided, or has only a bonus wager.
 */
function ownHandStatus(view: TableView, ownHand: DealtPokerHand): string {
  if (view.player?.spots.every((spot) => spot.bettor !== "player")) return t("ask.behind", { seats: ownHand.seat ?? 0 });
  const raised = view.chips
    .filter((chip) => chip.is_own && chip.is_added_wager && chip.seat === ownHand.seat)
    .reduce((sum, chip) => sum + chip.cents, 0);
  if (ownHand.state === "played") return t("ask.played", { amount: formatDollars(raised) });
  if (view.decision?.next_seats.includes(ownHand.seat ?? 0)) return terminalText("decision.turn_comes");
  const hasAnte = view.chips.some((chip) => chip.is_own && chip.seat === ownHand.seat && chip.wager === "ante");
  return hasAnte ? t("ask.wait") : t("ask.bonus");
}

/** Returns "Before the flop", "On the flop" or "All five cards are out"; "Play or fold" in three-card poker. */
export function streetName(view: TableView, hands: Pick<DealtPokerHands, "board">): string {
  if (!isHoldem(view)) return t("ask.three");
  const seen = openBoardCardCount(hands);
  return seen === 0 ? t("ask.preflop") : seen < 5 ? t("ask.flop") : t("ask.river");
}

/** Returns the title of the question with the name of the hand: "On the flop: pair of kings, ace kicker". */
export function questionTitle(view: TableView, hands: DealtPokerHands, hand: DealtPokerHand): string {
  const street = streetName(view, hands);
  const upCard = dealerUpCard(hands);
  if (hand.madeHand === null) return street;
  return upCard === null
    ? t("ask.with", { street, hand: madeHandName(hand.madeHand) })
    : t("ask.against", { street, hand: madeHandName(hand.madeHand), up: rankName(upCard) });
}

/** Returns the question for screen readers: the hand, the choices with their costs, and the default choice. */
export function questionAnnouncement(view: TableView, hands: DealtPokerHands, hand: DealtPokerHand): string {
  const ownQuestion = view.decision?.questions.find((question) => question.is_own);
  if (ownQuestion === undefined) return "";
  const choices = ownQuestion.choices.map((choice) => choiceWithCost(choice.do, choice.most_cents)).join(", ");
  return [
    `${questionTitle(view, hands, hand)}.`,
    terminalText("decision.choices", { choices }),
    defaultChoiceText(choiceName(ownQuestion.default_choice)),
  ].join(" ");
}

/** Returns the short name of the player-dealer's hand in a sentence: "Player-dealer has pair of queens". */
export function dealerHandSentence(round: Pick<LastRound, "round" | "cards" | "facts"> & Partial<Pick<LastRound, "hand_values">>): string {
  const hands = handsOfFinishedRound(round);
  if (hands.dealer.madeHand === null) return t("status.showdown");
  return t(hands.hasDealerQualified === false ? "end.dealer_not" : "end.dealer", { hand: shortMadeHandName(hands.dealer.madeHand) });
}

/** Returns the viewer's result: the hand, the net amount, and each bonus wager won; "" for a viewer without wagers. */
export function ownResultSentence(view: TableView, last: LastRound): string {
  const own = last.player;
  if (own === undefined) return "";
  const hands = handsOfFinishedRound(last);
  const hand = hands.seats.find((hand) => hand.seat === own.results[0]?.seat);
  return [ownHandSentence(hand, own.results), netResultText(own), ...own.results.flatMap((result) => bonusWinSentences(view, result))]
    .filter((part) => part !== "")
    .join(" ");
}

function ownHandSentence(hand: DealtPokerHand | undefined, results: readonly Result[]): string {
  if (hand === undefined || hand.madeHand === null || results.every((result) => result.bettor !== "player")) return "";
  return t(hand.state === "folded" ? "end.you_folded" : "end.you_have", { hand: madeHandName(hand.madeHand) });
}

function bonusWinSentences(view: TableView, result: Result): string[] {
  const wager = view.wagers.find((wager) => wager.id === result.wager);
  if (wager === undefined || wager.group === "line" || result.result !== "win") return [];
  const params = { wager: wager.short_title, row: payTableRowName(result.name), amount: formatSignedDollars(result.net_cents) };
  return [result.name === "" ? t("end.bonus", params) : t("end.bonus_row", params)];
}

export const terminal = {
  panelTitle: { full: () => t("pays.title"), short: () => t("pays.short") },
  hasSidePanel: true,
  hasDecisions: true,
  ActionBar: null,
  stakesText: null,
  dealingSentence,
  resultSentence: dealerHandSentence,
  ownResultSentence: (view, last) => `${ownResultSentence(view, last)} ${terminalText("result.open")}`,
  shortResultText: ownResultSentence,
  isReturnedByRule: (last, result) => result.wager === "play" && last.facts?.["dealer_qualifies"] === false,
  isReplayedCardByCard: false,
  winningSide: null,
} satisfies Partial<TerminalParts>;

/** State of a wager: still at stake, given up by a fold, or still in play after a fold. */
export type StakeStatus = "at-stake" | "given-up" | "stays";
export type SeatStake = { wager: Wager; cents: number; status: StakeStatus };

/** Returns the viewer's wagers at a seat that hold chips, in the order of the view. */
export function ownStakesAt(view: TableView, hand: Pick<DealtPokerHand, "seat" | "state">): SeatStake[] {
  const cents = (wager: Wager): number =>
    view.chips
      .filter((chip) => chip.is_own && chip.seat === hand.seat && chip.wager === wager.id)
      .reduce((sum, chip) => sum + chip.cents, 0);
  const stakes = view.wagers.map((wager) => ({ wager, cents: cents(wager), status: stakeStatus(wager, hand.state === "folded") }));
  return stakes.filter((stake) => stake.cents > 0);
}

function stakeStatus(wager: Wager, isFolded: boolean): StakeStatus {
  return isFolded ? (wager.after_fold ?? "at-stake") : "at-stake";
}

/** Returns which wagers remain after a fold: "Trips and Bad Beat stay in play."; "" if none does. */
export function wagersInPlaySentence(stakes: readonly SeatStake[]): string {
  const names = stakes.filter((stake) => stake.status === "stays").map((stake) => stake.wager.short_title);
  if (names.length === 0) return "";
  return t("after_fold.stays", { count: names.length, wagers: formatList(names) });
}

/** Returns the titles of the wagers that a fold would give up: "Ante and Blind". */
export function givenUpWagersText(stakes: readonly SeatStake[]): string {
  return formatList(stakes.filter((stake) => stakeStatus(stake.wager, true) === "given-up").map((stake) => stake.wager.short_title));
}
