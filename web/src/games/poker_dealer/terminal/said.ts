import { change, dollars } from "../../../lib/money";
import type { LastRound, Result, TableView } from "../../../lib/types";
import { ownSeats } from "../../../ui/felt";
import { feltOf, isHoldem, lastFelt, turned, upCard, type PokerFelt, type PokerHand } from "../felt";
import { choiceFor, choiceName, madeName, madeShort, rankName, rowName, t } from "../words";
import { othersTold, silenceTold, sumTold } from "../../../terminal/asked/told";
import { shortTitle } from "../../../terminal/layout";
import type { Told } from "../../../terminal/status";
import { t as said } from "../../../terminal/words";
import { afterFold, stakesAt } from "./stakes";

const isAllSeen = (hand: PokerHand): boolean => hand.cards.length > 0 && hand.cards.every((one) => one.card !== null);
const silenceIn = (view: TableView): string => choiceName(view.decision?.questions[0]?.default_choice ?? "fold");

/** While the cards are dealt and decided on: whose turn it is, how one's own hand stands, what happens at zero. */
export function dealtTold(view: TableView): Told {
  const felt = feltOf(view, null);
  const asking = view.decision;
  if (asking !== null) return askedTold(view, felt);
  if (isAllSeen(felt.dealer)) return { main: t("told.showdown"), next: t("told.showdown_next") };
  return { main: t("told.cards"), next: t("told.cards_next") };
}

function askedTold(view: TableView, felt: PokerFelt): Told {
  const own = view.decision?.questions.find((one) => one.is_own);
  const silence = silenceIn(view);
  if (own !== undefined) return { main: streetName(view, felt), next: silenceTold(silence), tone: "loud" };
  const seats = (view.decision?.questions ?? []).map((one) => one.seat).join(", ");
  const mine = felt.seats.find((one) => one.seat === ownSeats(view, felt)[0]);
  if (mine === undefined) return othersTold(seats, silence);
  const still = said("asked.wait_next", { seats });
  if (mine.state === "folded") return { main: t("ask.folded"), next: `${afterFold(stakesAt(view, mine))} ${still}`.trim() };
  return { main: standsSo(view, mine), next: still };
}

/** How a hand stands that is not asked: its Play wager, its bonus alone, another's decision, or its turn to come. */
function standsSo(view: TableView, mine: PokerHand): string {
  if (view.player?.spots.every((spot) => spot.bettor !== "player")) return t("ask.behind", { seats: mine.seat ?? 0 });
  const raised = view.chips.filter((chip) => chip.is_own && chip.is_added_wager && chip.seat === mine.seat).reduce((sum, chip) => sum + chip.cents, 0);
  if (mine.state === "played") return t("ask.played", { amount: dollars(raised) });
  if (view.decision?.next_seats.includes(mine.seat ?? 0)) return said("asked.turn_comes");
  const hasAnte = view.chips.some((chip) => chip.is_own && chip.seat === mine.seat && chip.wager === "ante");
  return hasAnte ? t("ask.wait") : t("ask.bonus");
}

/** "Before the flop", "On the flop", "All five cards are out"; "Play or fold" with three cards. */
export function streetName(view: TableView, felt: Pick<PokerFelt, "board">): string {
  if (!isHoldem(view)) return t("ask.three");
  const seen = turned(felt);
  return seen === 0 ? t("ask.preflop") : seen < 5 ? t("ask.flop") : t("ask.river");
}

/** What is asked, with what the hand is: "On the flop: pair of kings, ace kicker". */
export function questionTitle(view: TableView, felt: PokerFelt, hand: PokerHand): string {
  const street = streetName(view, felt);
  const up = upCard(felt);
  if (hand.made === null) return street;
  return up === null ? t("ask.with", { street, hand: madeName(hand.made) }) : t("ask.against", { street, hand: madeName(hand.made), up: rankName(up) });
}

/** The question as it is read out: the hand, what may be done for how much, and what silence does. */
export function spokenQuestion(view: TableView, felt: PokerFelt, hand: PokerHand): string {
  const own = view.decision?.questions.find((one) => one.is_own);
  if (own === undefined) return "";
  const choices = own.choices.map((one) => choiceFor(one.do, one.most_cents)).join(", ");
  return [`${questionTitle(view, felt, hand)}.`, said("asked.choices", { choices }), silenceTold(choiceName(own.default_choice))].join(" ");
}

/** "Player-dealer has pair of queens." */
export function dealerTold(round: Pick<LastRound, "round" | "cards" | "facts"> & { hand_values?: LastRound["hand_values"] }): string {
  const felt = lastFelt(round);
  if (felt.dealer.made === null) return t("told.showdown");
  return t(felt.qualifies === false ? "end.dealer_not" : "end.dealer", { hand: madeShort(felt.dealer.made) });
}

/** What the round came to for whoever looks: his hand, the sum, and each bonus that was won. */
export function endedTold(view: TableView, last: LastRound): string {
  const own = last.player;
  if (own === undefined) return "";
  const felt = lastFelt(last);
  const hand = felt.seats.find((one) => one.seat === own.results[0]?.seat);
  return [handTold(hand, own.results), sumTold(own), ...own.results.flatMap((one) => bonusTold(view, one))].filter((part) => part !== "").join(" ");
}

function handTold(hand: PokerHand | undefined, results: readonly Result[]): string {
  if (hand === undefined || hand.made === null || results.every((one) => one.bettor !== "player")) return "";
  return t(hand.state === "folded" ? "end.you_folded" : "end.you_have", { hand: madeName(hand.made) });
}

function bonusTold(view: TableView, one: Result): string[] {
  const wager = view.wagers.find((each) => each.id === one.wager);
  if (wager === undefined || wager.group === "line" || one.result !== "win") return [];
  const given = { wager: shortTitle(wager), row: rowName(one.name), amount: change(one.net_cents) };
  return [one.name === "" ? t("end.bonus", given) : t("end.bonus_row", given)];
}
