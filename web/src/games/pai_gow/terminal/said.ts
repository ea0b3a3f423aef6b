import { face, isJoker } from "../../../lib/cards";
import { change } from "../../../lib/money";
import type { LastRound, Result, TableView } from "../../../lib/types";
import { sumTold } from "../../../terminal/asked/told";
import { isOurBank } from "../../../terminal/bank";
import { shortTitle } from "../../../terminal/layout";
import { listed } from "../../../terminal/listed";
import type { Told } from "../../../terminal/status";
import type { Made } from "../../../ui/made/made";
import { rankName, rowName } from "../../../ui/made/words";
import type { Ended } from "../../parts";
import { lastFelt, outcomeOf, type Hand } from "../felt";
import { PARTS, partName, t } from "../words";

/** While a round is dealt: the dice, the packets, who sets, whose hand is opened. */
export function dealtTold(view: TableView): Told {
  const { arrangements: arranging, action_order: order } = view;
  const cards = Object.values(view.hands).flat().length;
  if (arranging !== undefined) return settingTold(view, arranging);
  if (view.decision !== null) return { main: t("ask.double"), next: t("ask.double_next") };
  if (order?.to_open != null) return openTold(view, order.to_open);
  if (cards === 0 && (order === undefined || order.rolls.length === 0)) return { main: t("told.dice"), next: t("told.dice_next"), tone: "loud" };
  if (order !== undefined && order.seats.length > 0 && order.opened.length === order.seats.length) return { main: t("told.opened"), next: t("told.opened_next") };
  return { main: t("told.cards"), next: t("told.cards_next") };
}

function settingTold(view: TableView, arranging: NonNullable<TableView["arrangements"]>): Told {
  const open = arranging.requests.map((one) => one.seat);
  const seats = listed(open.map(String));
  const own = view.player?.spots.map((spot) => spot.seat) ?? [];
  if (open.length === 1 && open[0] === view.player_dealer?.seat) return isOurBank(view) ? { main: t("told.you_dealer"), next: t("told.dealer_next"), tone: "loud" } : { main: t("told.dealer"), next: t("told.dealer_next") };
  if (arranging.done_seats.some((seat) => own.includes(seat))) return { main: t("told.set"), next: t("told.set_next", { seats }) };
  return { main: t("told.setting"), next: isOurBank(view) ? t("told.wait_next") : t("told.setting_next", { seats }) };
}

function openTold(view: TableView, hand: string): Told {
  const seat = Number(hand.split(":")[1] ?? 0);
  if (seat === 0) return { main: t("told.open"), next: t("told.open_dealer") };
  const isMine = view.player?.spots.some((spot) => spot.seat === seat) ?? false;
  return { main: t("told.open"), next: isMine ? t("told.open_you") : t("told.open_next", { seat }) };
}

/** "Player-dealer: pair of kings and ace-queen". */
export function resultTold(round: Ended): string {
  const felt = lastFelt(round);
  const { laid } = felt.dealer;
  if (laid === null) return "";
  return t(felt.common === null ? "end.dealer" : "end.banker", { high: partName("high", laid.high.made), low: partName("low", laid.low.made) });
}

const TOLD = { win: "end.both", push: "end.one", lose: "end.none" } as const;

/** What both hands came to for whoever looks, the sum, and each bonus that was won. */
export function endedTold(view: TableView, last: LastRound): string {
  const { player: own } = last;
  if (own === undefined) return "";
  const hand = lastFelt(last).seats.find((one) => one.seat === own.results[0]?.seat);
  return [handTold(hand), sumTold(own), ...own.results.flatMap((one) => bonusTold(view, one))].filter((part) => part !== "").join(" ");
}

function handTold(hand: Hand | undefined): string {
  const outcome = hand === undefined ? null : outcomeOf(hand);
  if (hand === undefined || outcome === null) return "";
  const copied = PARTS.some((part) => hand.laid?.[part].came === "copy-lose");
  return [t(TOLD[outcome]), ...(copied ? [t("end.copy")] : [])].join(" ");
}

function bonusTold(view: TableView, one: Result): string[] {
  if (one.result !== "win") return [];
  if (one.wager === "envy") return [t("end.envy", { amount: change(one.net_cents) })];
  const wager = view.wagers.find((each) => each.id === one.wager);
  return wager === undefined || wager.role === "main" || wager.role === "raise" || one.name === "" ? [] : [t("end.bonus", { wager: shortTitle(wager), row: rowName(one.name), amount: change(one.net_cents) })];
}

/** What the joker stands for in a hand that it lies in; "" where there is none. */
export function jokerTold(cards: readonly string[], made: Made | null): string {
  if (made === null || !cards.some(isJoker)) return "";
  const held = (rank: string): number => cards.filter((card) => !isJoker(card) && card.startsWith(rank)).length;
  const wanted = { pair: 2, three: 3, four: 4, five: 5 }[made.kind as "pair" | "three" | "four" | "five"] ?? 0;
  if (wanted > 0 && held(made.high) === wanted - 1) return t("joker.is", { rank: rankName(made.high) });
  if (made.kind === "high-card" && held(made.high) === 0) return t("joker.is", { rank: rankName(made.high) });
  return ["straight", "flush", "straight-flush", "royal-flush", "full-house"].includes(made.kind) ? t("joker.completes") : "";
}

const ORDER = "23456789TJQKA";
const heightOf = (card: string): number => (isJoker(card) ? ORDER.length - 1.5 : ORDER.indexOf(card[0] ?? ""));

/** Equal ranks together, the more of them the further left; then from high to low. */
export function sorted(cards: readonly string[]): string[] {
  /** The joker goes with the aces. */
  const rank = (card: string): string => (isJoker(card) ? "A" : card.slice(0, 1));
  const many = (card: string): number => cards.filter((one) => rank(one) === rank(card)).length;
  return [...cards].sort((one, other) => many(other) - many(one) || heightOf(other) - heightOf(one) || one.localeCompare(other));
}

/** "A♥". */
export const cardShort = (card: string): string => (isJoker(card) ? t("joker") : `${face(card).rank}${face(card).symbol}`);
