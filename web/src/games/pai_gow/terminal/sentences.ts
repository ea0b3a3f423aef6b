import { cardFace, isJoker } from "../../../lib/cards";
import { formatSignedDollars } from "../../../lib/money";
import type { LastRound, Result, TableView } from "../../../lib/types";
import { netResultText } from "../../../terminal/deciding/decision-sentences";
import { isViewerPlayerDealer } from "../../../terminal/bank";
import { shortTitle } from "../../../terminal/spot-layout";
import { formatList } from "../../../terminal/format-list";
import type { StatusLine } from "../../../terminal/status-line";
import type { MadeHand } from "../../../ui/hand-names/made-hand";
import { rankName, payTableRowName } from "../../../ui/hand-names/hand-names";
import type { FinishedRound } from "../../parts";
import { handsOfFinishedRound, handOutcome, type PaiGowHand } from "../hands";
import { PART_NAMES, partHandName, t } from "../words";

/** While a round is dealt: the dice, the packets, who sets, whose hand is opened. */
export function dealingSentence(view: TableView): StatusLine {
  const { arrangements: arranging, action_order: order } = view;
  const cards = Object.values(view.hands).flat().length;
  if (arranging !== undefined) return settingSentence(view, arranging);
  if (view.decision !== null) return { main: t("ask.double"), next: t("ask.double_next") };
  if (order?.to_open != null) return openingSentence(view, order.to_open);
  if (cards === 0 && (order === undefined || order.rolls.length === 0)) return { main: t("status.dice"), next: t("status.dice_next"), tone: "loud" };
  if (order !== undefined && order.seats.length > 0 && order.opened.length === order.seats.length) return { main: t("status.opened"), next: t("status.opened_next") };
  return { main: t("status.cards"), next: t("status.cards_next") };
}

function settingSentence(view: TableView, arranging: NonNullable<TableView["arrangements"]>): StatusLine {
  const open = arranging.requests.map((one) => one.seat);
  const seats = formatList(open.map(String));
  const own = view.player?.spots.map((spot) => spot.seat) ?? [];
  if (open.length === 1 && open[0] === view.player_dealer?.seat) return isViewerPlayerDealer(view) ? { main: t("status.you_dealer"), next: t("status.dealer_next"), tone: "loud" } : { main: t("status.dealer"), next: t("status.dealer_next") };
  if (arranging.done_seats.some((seat) => own.includes(seat))) return { main: t("status.set"), next: t("status.set_next", { seats }) };
  return { main: t("status.setting"), next: isViewerPlayerDealer(view) ? t("status.wait_next") : t("status.setting_next", { seats }) };
}

function openingSentence(view: TableView, hand: string): StatusLine {
  const seat = Number(hand.split(":")[1] ?? 0);
  if (seat === 0) return { main: t("status.open"), next: t("status.open_dealer") };
  const isMine = view.player?.spots.some((spot) => spot.seat === seat) ?? false;
  return { main: t("status.open"), next: isMine ? t("status.open_you") : t("status.open_next", { seat }) };
}

/** "Player-dealer: pair of kings and ace-queen". */
export function resultSentence(round: FinishedRound): string {
  const hands = handsOfFinishedRound(round);
  const { parts } = hands.dealer;
  if (parts === null) return "";
  return t(hands.sharedPlayerHand === null ? "end.dealer" : "end.banker", { high: partHandName("high", parts.high.madeHand), low: partHandName("low", parts.low.madeHand) });
}

const OUTCOME_KEYS = { win: "end.both", push: "end.one", lose: "end.none" } as const;

/** What both hands came to for whoever looks, the sum, and each bonus that was won. */
export function ownResultSentence(view: TableView, last: LastRound): string {
  const { player: own } = last;
  if (own === undefined) return "";
  const hand = handsOfFinishedRound(last).seats.find((one) => one.seat === own.results[0]?.seat);
  return [ownHandsSentence(hand), netResultText(own), ...own.results.flatMap((one) => bonusWinSentences(view, one))].filter((part) => part !== "").join(" ");
}

function ownHandsSentence(hand: PaiGowHand | undefined): string {
  const outcome = hand === undefined ? null : handOutcome(hand);
  if (hand === undefined || outcome === null) return "";
  const copied = PART_NAMES.some((part) => hand.parts?.[part].comparison === "copy-lose");
  return [t(OUTCOME_KEYS[outcome]), ...(copied ? [t("end.copy")] : [])].join(" ");
}

function bonusWinSentences(view: TableView, one: Result): string[] {
  if (one.result !== "win") return [];
  if (one.wager === "envy") return [t("end.envy", { amount: formatSignedDollars(one.net_cents) })];
  const wager = view.wagers.find((each) => each.id === one.wager);
  return wager === undefined || wager.role === "main" || wager.role === "raise" || one.name === "" ? [] : [t("end.bonus", { wager: shortTitle(wager), row: payTableRowName(one.name), amount: formatSignedDollars(one.net_cents) })];
}

/** What the joker stands for in a hand that it lies in; "" where there is none. */
export function jokerNote(cards: readonly string[], made: MadeHand | null): string {
  if (made === null || !cards.some(isJoker)) return "";
  const held = (rank: string): number => cards.filter((card) => !isJoker(card) && card.startsWith(rank)).length;
  const wanted = { pair: 2, three: 3, four: 4, five: 5 }[made.category as "pair" | "three" | "four" | "five"] ?? 0;
  if (wanted > 0 && held(made.high) === wanted - 1) return t("joker.is", { rank: rankName(made.high) });
  if (made.category === "high-card" && held(made.high) === 0) return t("joker.is", { rank: rankName(made.high) });
  return ["straight", "flush", "straight-flush", "royal-flush", "full-house"].includes(made.category) ? t("joker.completes") : "";
}

const RANK_ORDER = "23456789TJQKA";
const rankHeight = (card: string): number => (isJoker(card) ? RANK_ORDER.length - 1.5 : RANK_ORDER.indexOf(card[0] ?? ""));

/** Equal ranks together, the more of them the further left; then from high to low. */
export function sortCards(cards: readonly string[]): string[] {
  /** The joker goes with the aces. */
  const rank = (card: string): string => (isJoker(card) ? "A" : card.slice(0, 1));
  const many = (card: string): number => cards.filter((one) => rank(one) === rank(card)).length;
  return [...cards].sort((one, other) => many(other) - many(one) || rankHeight(other) - rankHeight(one) || one.localeCompare(other));
}

/** "A♥". */
export const shortCardName = (card: string): string => (isJoker(card) ? t("joker") : `${cardFace(card).rank}${cardFace(card).symbol}`);
