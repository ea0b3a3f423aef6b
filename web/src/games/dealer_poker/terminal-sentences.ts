import { translateRulebookText } from "../../lib/rulebook-translations.svelte";
import type { TerminalParts } from "../../table/game-parts";
import { formatDollars } from "../../lib/money";
import type { TableView, Wager } from "../../lib/types";
import { ownSeats } from "../../ui/hands-on-table";
import { dealerUpCard, type DealtPokerHand, type DealtPokerHands, handsOnTable, isHoldem, openBoardCardCount } from "./hands";
import { resultHeadline, resultReason } from "./result-sentences";
import { choiceName, choiceWithCost, madeHandName, rankName, t } from "./words";
import { defaultChoiceText, waitingForOthers } from "../../table/deciding/decision-sentences";
import { ownStakes, type OwnStake, type StakeStatus } from "../../table/deciding/own-stakes";
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
  const raised = view.stakes.own.find((stake) => stake.seat === ownHand.seat && stake.wager === "play")?.cents ?? 0;
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

export const terminal = {
  panelTitle: { full: () => t("pays.title"), short: () => t("pays.short") },
  hasSidePanel: true,
  hasDecisions: true,
  ActionBar: null,
  stakesText: null,
  dealingSentence,
  resultSentence: resultHeadline,
  ownResultSentence: resultReason,
  shortResultText: resultReason,
  isReturnedByRule: (last, result) => result.wager === "play" && last.facts?.["dealer_qualifies"] === false,
  isReplayedCardByCard: false,
  winningSide: null,
} satisfies Partial<TerminalParts>;

/** Returns the viewer's wagers at a seat that hold chips; after a fold also which are given up and which stay in play. */
export function ownStakesAt(view: TableView, hand: Pick<DealtPokerHand, "seat" | "state">): OwnStake[] {
  return ownStakes(view, hand.seat).map((stake) => {
    const status = stakeStatus(stake.wager, hand.state === "folded");
    return { ...stake, status, note: status === "at-stake" ? "" : t(status === "stays" ? "after_fold.live" : "after_fold.gone") };
  });
}

function stakeStatus(wager: Wager, isFolded: boolean): StakeStatus {
  return isFolded ? (wager.after_fold ?? "at-stake") : "at-stake";
}

/** Returns which wagers remain after a fold: "Trips and Bad Beat stay in play."; "" if none does. */
export function wagersInPlaySentence(stakes: readonly OwnStake[]): string {
  const names = stakes.filter((stake) => stake.status === "stays").map((stake) => translateRulebookText(stake.wager.short_title));
  if (names.length === 0) return "";
  return t("after_fold.stays", { count: names.length, wagers: formatList(names) });
}

/** Returns the titles of the wagers that a fold would give up: "Ante and Blind". */
export function givenUpWagersText(stakes: readonly OwnStake[]): string {
  return formatList(
    stakes.filter((stake) => stakeStatus(stake.wager, true) === "given-up").map((stake) => translateRulebookText(stake.wager.short_title)),
  );
}
