import { translateRulebookText } from "../../../lib/rulebook-translations.svelte";
import { tCommon } from "../../../lib/common-words";
import { cardFace, isJoker } from "../../../lib/cards";
import { formatSignedDollars } from "../../../lib/money";
import type { LastRound, Result, TableView } from "../../../lib/types";
import { netResultText } from "../../../table/deciding/decision-sentences";
import { isViewerPlayerDealer } from "../../../table/betting/bank";
import { formatList } from "../../../lib/format-list";
import type { StatusLine } from "../../../table/betting/status-line";
import type { MadeHand } from "../../../ui/hand-names/made-hand";
import { rankName, payTableRowName } from "../../../ui/hand-names/hand-names";
import type { DealerParts, FinishedRound, PaymentTexts, PitParts, PitRound, TerminalParts } from "../../../table/game-parts";
import { handsOfFinishedRound, handOutcome, hasSharedHands } from "./hands";
import { record } from "./record";
import { headlineReason, ownHeadline, sharedHeadline, viewersHand } from "./result";
import { handName, outcomeText, partHandName, t, type PartName } from "./words";

/** Returns the status line during the round: dice, dealing, setting, the double-down question, opening. */
export function dealingSentence(view: TableView): StatusLine {
  const { arrangements, action_order: order } = view;
  const cards = Object.values(view.hands).flat().length;
  if (arrangements !== undefined) return settingSentence(view, arrangements);
  if (view.decision !== null) return { main: t("ask.double"), next: t("ask.double_next") };
  if (order?.to_open != null) return openingSentence(view, order.to_open);
  if (cards === 0 && (order === undefined || order.rolls.length === 0))
    return { main: t("status.dice"), next: t("status.dice_next"), tone: "loud" };
  if (order !== undefined && order.seats.length > 0 && order.opened.length === order.seats.length)
    return { main: t("status.opened"), next: t("status.opened_next") };
  return { main: t("status.cards"), next: t("status.cards_next") };
}

function settingSentence(view: TableView, arrangements: NonNullable<TableView["arrangements"]>): StatusLine {
  const waitingSeats = arrangements.requests.map((request) => request.seat);
  const seats = { count: waitingSeats.length, seats: formatList(waitingSeats.map(String)) };
  const ownSeats = view.player?.spots.map((spot) => spot.seat) ?? [];
  if (waitingSeats.length === 1 && waitingSeats[0] === view.player_dealer?.seat)
    return isViewerPlayerDealer(view)
      ? { main: t("status.you_dealer"), next: t("status.dealer_next"), tone: "loud" }
      : { main: t("status.dealer"), next: t("status.dealer_next") };
  if (arrangements.done_seats.some((seat) => ownSeats.includes(seat))) return { main: t("status.set"), next: t("status.set_next", seats) };
  return { main: t("status.setting"), next: isViewerPlayerDealer(view) ? t("status.wait_next") : t("status.setting_next", seats) };
}

function openingSentence(view: TableView, hand: string): StatusLine {
  const seat = Number(hand.split(":")[1] ?? 0);
  if (seat === 0) return { main: t("status.open"), next: t("status.open_dealer") };
  const isOwnSeat = view.player?.spots.some((spot) => spot.seat === seat) ?? false;
  return { main: t("status.open"), next: isOwnSeat ? t("status.open_you") : t("status.open_next", { seat }) };
}

/**
 * Returns the result in the viewer's case, "Push: you won the low hand"; for a viewer without a hand the hands that the seats
 * played against: "Player-dealer: pair of kings and ace-queen".
 */
export function resultSentence(round: FinishedRound, view?: TableView): string {
  const hands = handsOfFinishedRound(round);
  const own = view?.last_round?.round === round.round ? ownHeadline(view, view.last_round, hands) : null;
  if (own !== null) return own;
  if (view !== undefined && hands.sharedPlayerHand?.parts != null) return sharedHeadline(hands.sharedPlayerHand);
  const { parts } = hands.dealer;
  if (parts === null) return "";
  return t(hands.sharedPlayerHand === null ? "end.dealer" : "end.banker", {
    high: partHandName("high", parts.high.madeHand),
    low: partHandName("low", parts.low.madeHand),
  });
}

/** Returns the viewer's result: both hands, the net amount, and each bonus won; "" for a viewer without wagers. */
export function ownResultSentence(view: TableView, last: LastRound): string {
  const { player: own } = last;
  if (own === undefined) return "";
  return [
    headlineReason(viewersHand(handsOfFinishedRound(last), own)),
    netResultText(own),
    ...own.results.flatMap((result) => bonusWinSentences(view, result)),
  ]
    .filter((part) => part !== "")
    .join(" ");
}

function bonusWinSentences(view: TableView, result: Result): string[] {
  if (result.result !== "win") return [];
  if (result.wager === "envy") return [t("end.envy", { amount: formatSignedDollars(result.net_cents) })];
  const wager = view.wagers.find((wager) => wager.id === result.wager);
  return wager === undefined || wager.role === "main" || wager.role === "raise" || result.name === ""
    ? []
    : [
        t("end.bonus", {
          wager: translateRulebookText(wager.short_title),
          row: payTableRowName(result.name),
          amount: formatSignedDollars(result.net_cents),
        }),
      ];
}

/** Returns what the joker stands for in a hand; "" if the hand has no joker. */
export function jokerNote(cards: readonly string[], madeHand: MadeHand | null): string {
  if (madeHand === null || !cards.some(isJoker)) return "";
  const countOfRank = (rank: string): number => cards.filter((card) => !isJoker(card) && card.startsWith(rank)).length;
  const needed = { pair: 2, three: 3, four: 4, five: 5 }[madeHand.category as "pair" | "three" | "four" | "five"] ?? 0;
  if (needed > 0 && countOfRank(madeHand.high) === needed - 1) return t("joker.is", { rank: rankName(madeHand.high) });
  if (madeHand.category === "high-card" && countOfRank(madeHand.high) === 0) return t("joker.is", { rank: rankName(madeHand.high) });
  return ["straight", "flush", "straight-flush", "royal-flush", "full-house"].includes(madeHand.category) ? t("joker.completes") : "";
}

const RANK_ORDER = "23456789TJQKA";
const rankHeight = (card: string): number => (isJoker(card) ? RANK_ORDER.length - 1.5 : RANK_ORDER.indexOf(card[0] ?? ""));

/** Sorts cards: equal ranks together, the most frequent rank first, then from high to low. */
export function sortCards(cards: readonly string[]): string[] {
  /** The joker is sorted with the aces. */
  const rank = (card: string): string => (isJoker(card) ? "A" : card.slice(0, 1));
  const rankCount = (card: string): number => cards.filter((other) => rank(other) === rank(card)).length;
  return [...cards].sort(
    (first, second) => rankCount(second) - rankCount(first) || rankHeight(second) - rankHeight(first) || first.localeCompare(second),
  );
}

/** Returns the short name of a card: "A♥". */
export const shortCardName = (card: string): string => (isJoker(card) ? t("joker") : `${cardFace(card).rank}${cardFace(card).symbol}`);

/** True if a set hand is open on the table and the dealer enters how it was set. */
const isHandOpenOnTable = (view: TableView): boolean => view.arrangements?.requests.some((request) => request.is_on_table) ?? false;

/** Returns the dealer's next step: dice, dealing, setting, opening; null where the console has a sentence of its own. */
function nextStepSentence(view: TableView): string | null {
  const nextStep = view.staff?.next_step;
  if (nextStep === undefined || view.phase !== "dealing") return null;
  if (nextStep.command === "roll-dice") return t("console.dice");
  if (isHandOpenOnTable(view)) return t("console.lies", { seat: view.arrangements?.requests[0]?.seat ?? 0 });
  if (view.arrangements !== undefined)
    return t("console.sets", {
      count: view.arrangements.requests.length,
      seats: formatList(view.arrangements.requests.map((request) => String(request.seat))),
    });
  if (view.decision !== null) return t("console.enter", { seat: view.decision.questions[0]?.seat ?? 0 });
  if (nextStep.hand === undefined) return null;
  if (nextStep.command === "show-hand") return t("console.open", { hand: handName(nextStep.hand) });
  return nextStep.command === "read-card" && nextStep.position_in_hand !== undefined
    ? t("console.packet", { hand: handName(nextStep.hand), nth: nextStep.position_in_hand })
    : null;
}

function nextStepReason(view: TableView): string {
  const command = view.staff?.next_step.command;
  if (command === "roll-dice") return t("console.dice_note");
  if (isHandOpenOnTable(view)) return t("console.lies_note");
  if (command === "read-card" && view.action_order?.to_open === view.staff?.next_step.hand) return t("console.read_note");
  if (view.arrangements !== undefined) return t("console.sets_note");
  if (view.decision !== null) return t("console.double_note");
  if (command === "show-hand" || command === "call-result") return t("console.open_note");
  if (hasSharedHands(view)) return t("console.common_note");
  return view.action_order?.first_seat == null ? "" : t("console.packet_note", { seat: view.action_order.first_seat });
}

/** Returns the name of a high or low hand and how it compared: "three aces, Player-dealer wins"; "" for other hands. */
function handResultText(round: PitRound, name: string): string {
  const [handId = "", part] = name.split("/");
  const hands = handsOfFinishedRound({ round: "", ...round });
  const hand = [hands.dealer, ...(hands.sharedPlayerHand === null ? [] : [hands.sharedPlayerHand]), ...hands.seats].find(
    (hand) => hand.name === handId,
  );
  if (part !== "high" && part !== "low") return "";
  const handPart = hand?.parts?.[part satisfies PartName];
  const comparisonTexts =
    handPart?.comparison == null
      ? []
      : [
          handPart.comparison === "win"
            ? t("vs.banked.win")
            : handPart.comparison === "copy-win"
              ? t("vs.copy")
              : t(`vs.${handPart.comparison}`),
        ];
  return [partHandName(part, handPart?.madeHand ?? null), ...comparisonTexts].filter((text) => text !== "").join(", ");
}

export const terminal = {
  panelTitle: { full: () => t("pays.title"), short: () => t("pays.short") },
  hasSidePanel: true,
  hasDecisions: true,
  stakesText: null,
  dealingSentence,
  resultSentence,
  ownResultSentence,
  shortResultText: null,
  isReturnedByRule: () => false,
  isReplayedCardByCard: false,
  winningSide: null,
} satisfies Partial<TerminalParts>;

/** Returns what the list of payments says: each seat's outcome ("Wins both"); an Envy Bonus is paid for another seat's hand. */
function paymentTexts(last: LastRound): PaymentTexts {
  const { seats } = handsOfFinishedRound(last);
  return {
    handText: (seat) => {
      const hand = seats.find((hand) => hand.seat === seat);
      return hand === undefined ? "" : outcomeText(handOutcome(hand));
    },
    extraTitle: (id) => (id === "envy" ? tCommon("wager.envy") : null),
    payRowText: (result) => (result.wager === "envy" ? "" : payTableRowName(result.name)),
  };
}

export const dealer = {
  paymentTexts,
  nextStepSentence,
  nextStepReason,
  resultSentence: (last) => resultSentence(last),
} satisfies Partial<DealerParts>;

export const pit = {
  record: (tile) => record(tile),
  resultSentence: ({ cards, facts }) => (facts["against"] === undefined ? "" : resultSentence({ round: "", cards, facts: facts })),
  handResultText,
} satisfies Partial<PitParts>;
