import { formatSignedDollars, formatDollars } from "../../../lib/money";
import type { LastRound, Result, TableView } from "../../../lib/types";
import { ownSeats } from "../../../ui/hands-on-table";
import { handsOnTable, isHoldem, handsOfFinishedRound, openBoardCardCount, dealerUpCard, type DealtPokerHands, type DealtPokerHand } from "../hands";
import { choiceWithCost, choiceName, madeHandName, shortMadeHandName, rankName, payTableRowName, t } from "../words";
import { waitingForOthers, defaultChoiceText, netResultText } from "../../../terminal/deciding/decision-sentences";
import { shortTitle } from "../../../terminal/spot-layout";
import type { StatusLine } from "../../../terminal/status-line";
import { t as said } from "../../../terminal/words";
import { wagersInPlaySentence, ownStakesAt } from "./stakes";

const isFaceUp = (hand: DealtPokerHand): boolean => hand.cards.length > 0 && hand.cards.every((one) => one.card !== null);
const defaultChoiceName = (view: TableView): string => choiceName(view.decision?.questions[0]?.default_choice ?? "fold");

/** While the cards are dealt and decided on: whose turn it is, how one's own hand stands, what happens at zero. */
export function dealingSentence(view: TableView): StatusLine {
  const hands = handsOnTable(view, null);
  const asking = view.decision;
  if (asking !== null) return decisionSentence(view, hands);
  if (isFaceUp(hands.dealer)) return { main: t("status.showdown"), next: t("status.showdown_next") };
  return { main: t("status.cards"), next: t("status.cards_next") };
}

function decisionSentence(view: TableView, hands: DealtPokerHands): StatusLine {
  const own = view.decision?.questions.find((one) => one.is_own);
  const silence = defaultChoiceName(view);
  if (own !== undefined) return { main: streetName(view, hands), next: defaultChoiceText(silence), tone: "loud" };
  const seats = (view.decision?.questions ?? []).map((one) => one.seat).join(", ");
  const mine = hands.seats.find((one) => one.seat === ownSeats(view, hands)[0]);
  if (mine === undefined) return waitingForOthers(seats, silence);
  const still = said("decision.wait_next", { seats });
  if (mine.state === "folded") return { main: t("ask.folded"), next: `${wagersInPlaySentence(ownStakesAt(view, mine))} ${still}`.trim() };
  return { main: ownHandStatus(view, mine), next: still };
}

/** How a hand stands that is not asked: its Play wager, its bonus alone, another's decision, or its turn to come. */
function ownHandStatus(view: TableView, mine: DealtPokerHand): string {
  if (view.player?.spots.every((spot) => spot.bettor !== "player")) return t("ask.behind", { seats: mine.seat ?? 0 });
  const raised = view.chips.filter((chip) => chip.is_own && chip.is_added_wager && chip.seat === mine.seat).reduce((sum, chip) => sum + chip.cents, 0);
  if (mine.state === "played") return t("ask.played", { amount: formatDollars(raised) });
  if (view.decision?.next_seats.includes(mine.seat ?? 0)) return said("decision.turn_comes");
  const hasAnte = view.chips.some((chip) => chip.is_own && chip.seat === mine.seat && chip.wager === "ante");
  return hasAnte ? t("ask.wait") : t("ask.bonus");
}

/** "Before the flop", "On the flop", "All five cards are out"; "Play or fold" with three cards. */
export function streetName(view: TableView, hands: Pick<DealtPokerHands, "board">): string {
  if (!isHoldem(view)) return t("ask.three");
  const seen = openBoardCardCount(hands);
  return seen === 0 ? t("ask.preflop") : seen < 5 ? t("ask.flop") : t("ask.river");
}

/** What is asked, with what the hand is: "On the flop: pair of kings, ace kicker". */
export function questionTitle(view: TableView, hands: DealtPokerHands, hand: DealtPokerHand): string {
  const street = streetName(view, hands);
  const up = dealerUpCard(hands);
  if (hand.madeHand === null) return street;
  return up === null ? t("ask.with", { street, hand: madeHandName(hand.madeHand) }) : t("ask.against", { street, hand: madeHandName(hand.madeHand), up: rankName(up) });
}

/** The question as it is read out: the hand, what may be done for how much, and what silence does. */
export function questionAnnouncement(view: TableView, hands: DealtPokerHands, hand: DealtPokerHand): string {
  const own = view.decision?.questions.find((one) => one.is_own);
  if (own === undefined) return "";
  const choices = own.choices.map((one) => choiceWithCost(one.do, one.most_cents)).join(", ");
  return [`${questionTitle(view, hands, hand)}.`, said("decision.choices", { choices }), defaultChoiceText(choiceName(own.default_choice))].join(" ");
}

/** "Player-dealer has pair of queens." */
export function dealerHandSentence(round: Pick<LastRound, "round" | "cards" | "facts"> & { hand_values?: LastRound["hand_values"] }): string {
  const hands = handsOfFinishedRound(round);
  if (hands.dealer.madeHand === null) return t("status.showdown");
  return t(hands.hasDealerQualified === false ? "end.dealer_not" : "end.dealer", { hand: shortMadeHandName(hands.dealer.madeHand) });
}

/** What the round came to for whoever looks: his hand, the sum, and each bonus that was won. */
export function ownResultSentence(view: TableView, last: LastRound): string {
  const own = last.player;
  if (own === undefined) return "";
  const hands = handsOfFinishedRound(last);
  const hand = hands.seats.find((one) => one.seat === own.results[0]?.seat);
  return [ownHandSentence(hand, own.results), netResultText(own), ...own.results.flatMap((one) => bonusWinSentences(view, one))].filter((part) => part !== "").join(" ");
}

function ownHandSentence(hand: DealtPokerHand | undefined, results: readonly Result[]): string {
  if (hand === undefined || hand.madeHand === null || results.every((one) => one.bettor !== "player")) return "";
  return t(hand.state === "folded" ? "end.you_folded" : "end.you_have", { hand: madeHandName(hand.madeHand) });
}

function bonusWinSentences(view: TableView, one: Result): string[] {
  const wager = view.wagers.find((each) => each.id === one.wager);
  if (wager === undefined || wager.group === "line" || one.result !== "win") return [];
  const given = { wager: shortTitle(wager), row: payTableRowName(one.name), amount: formatSignedDollars(one.net_cents) };
  return [one.name === "" ? t("end.bonus", given) : t("end.bonus_row", given)];
}
