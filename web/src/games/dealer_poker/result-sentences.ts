import { formatList } from "../../lib/format-list";
import { translateRulebookText } from "../../lib/rulebook-translations.svelte";
import type { LastRound, Result, TableView, Wager } from "../../lib/types";
import { wagerResult } from "../../table/betting/results";
import type { SettledSpot } from "../../table/deciding/settled-spots";
import { handsOfFinishedRound, isHoldem, resultsAt, type DealtPokerHand, type DealtPokerHands } from "./hands";
import { madeHandName, payTableRowName, shortMadeHandName, stateName, t } from "./words";

/** A finished round as `handsOfFinishedRound` reads it. */
type FinishedPokerRound = Parameters<typeof handsOfFinishedRound>[0];

/** Returns the short name of the player-dealer's hand in a sentence: "Player-dealer: pair of queens". */
export function dealerHandSentence(round: FinishedPokerRound): string {
  const hands = handsOfFinishedRound(round);
  if (hands.dealer.madeHand === null) return t("status.showdown");
  return t(hands.hasDealerQualified === false ? "end.dealer_not" : "end.dealer", { hand: shortMadeHandName(hands.dealer.madeHand) });
}

/** Returns the hand that the viewer had a wager on; null for a viewer without wagers. */
export function viewersHand(round: Pick<LastRound, "player">, hands: DealtPokerHands): DealtPokerHand | null {
  const seat = round.player?.results[0]?.seat;
  return hands.seats.find((hand) => hand.seat === seat) ?? null;
}

/** Returns who won and over what, for the viewer: "You win: queen-high flush over king high". */
export function resultHeadline(round: FinishedPokerRound): string {
  const hands = handsOfFinishedRound(round);
  const hand = viewersHand(round, hands);
  if (hand === null || hand.compared === null || hand.madeHand === null || hands.dealer.madeHand === null) return dealerHandSentence(round);
  const results = resultsAt(round, hand.seat);
  const names = { own: shortMadeHandName(hand.madeHand), dealer: shortMadeHandName(hands.dealer.madeHand) };
  if (hand.state === "folded") return t("end.you_fold", names);
  const ante = results.find((result) => result.wager === "ante");
  if (ante === undefined) return dealerHandSentence(round);
  if (!hands.hasBoard && hands.hasDealerQualified === false && ante.result !== "lose") return t("end.you_not");
  if (hand.compared === "tie") return t("end.you_tie", names);
  const own = hand.compared === "win" ? "end.you_win" : "end.you_lose";
  if (names.own !== names.dealer) return t(own, names);
  const full = { own: madeHandName(hand.madeHand), dealer: madeHandName(hands.dealer.madeHand) };
  return full.own === full.dealer ? t(`${own}_kicker`, full) : t(own, full);
}

/** Returns why the line wagers were paid, returned or lost: "Ante, Blind and Play are paid."; "No pair at the player-dealer: Ante comes back." */
export function resultReason(view: TableView, last: LastRound): string {
  const hands = handsOfFinishedRound(last);
  const hand = viewersHand(last, hands);
  if (hand === null) return "";
  const isNotQualified = hand.state !== "folded" && hands.hasDealerQualified === false;
  const results = resultsAt(last, hand.seat);
  // With a board only what comes back depends on it; the spots say the rest.
  const back = isNotQualified && hands.hasBoard ? lineOutcomes(view, results, hand, ["back"]) : "";
  const outcomes = back === "" ? lineOutcomes(view, results, hand) : back;
  if (outcomes === "") return "";
  return isNotQualified ? `${t(hands.hasBoard ? "why.not_pair" : "why.not_queen")} ${outcomes}.` : `${outcomes}.`;
}

const OUTCOMES = ["paid", "back", "lost", "given_up"] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Returns what became of the line wagers: "Ante and Play are paid, Blind comes back"; "" if there were none. */
function lineOutcomes(view: TableView, results: readonly Result[], hand: DealtPokerHand, told: readonly Outcome[] = OUTCOMES): string {
  const lines = results.flatMap((result) => {
    const wager = view.wagers.find((wager) => wager.id === result.wager);
    return wager?.group === "line" ? [{ title: translateRulebookText(wager.short_title), outcome: outcomeOf(result, hand) }] : [];
  });
  const clauses = told.flatMap((outcome) => {
    const titles = lines.filter((line) => line.outcome === outcome).map((line) => line.title);
    return titles.length === 0 ? [] : [t(`why.${outcome}`, { count: titles.length, wagers: formatList(titles) })];
  });
  return clauses.join(t("why.comma"));
}

function outcomeOf(result: Result, hand: DealtPokerHand): Outcome {
  if (result.result === "win") return "paid";
  if (result.result !== "lose") return "back";
  return hand.state === "folded" ? "given_up" : "lost";
}

/** Returns the hand of another seat and what became of its line wagers: "Pair of sevens. Ante and Play are paid". */
export function otherSeatSentence(view: TableView, hand: DealtPokerHand): string {
  const results = (view.last_round?.results ?? []).filter((result) => result.seat === hand.seat && result.bettor === "player");
  const name = hand.state === "folded" ? stateName("folded") : shortMadeHandName(hand.madeHand);
  return [name, lineOutcomes(view, results, hand)].filter((part) => part !== "").join(". ");
}

/** Returns the viewer's wagers of the last round in the order of the layout, each with its reason; Play also if it was not made. */
export function settledSpots(view: TableView): SettledSpot[] {
  const last = view.last_round;
  if (last === null) return [];
  const hands = handsOfFinishedRound(last);
  const hand = viewersHand(last, hands);
  const hasAnte = last.player?.results.some((result) => result.wager === "ante") === true;
  return view.wagers.flatMap((wager): SettledSpot[] => {
    const result = wagerResult(view, null, wager);
    if (result === null) return wager.is_placed_during_round && hasAnte ? [{ wager, result, reason: t("reason.no_play") }] : [];
    return [{ wager, result, reason: hand === null ? "" : wagerReason(view, wager, result, hand, hands) }];
  });
}

/** Returns why a wager won, came back or lost, in a few words: "the player-dealer does not qualify". */
export function wagerReason(view: TableView, wager: Wager, result: Result, hand: DealtPokerHand, hands: DealtPokerHands): string {
  if (wager.group !== "line") return bonusReason(wager, result);
  if (hand.state === "folded") return t("reason.folded");
  const reason = lineReason(wager, result, hand, hands);
  const ante = resultsAt(view.last_round ?? {}, hand.seat).find((other) => other.wager === "ante")?.cents ?? 0;
  const times = ante > 0 ? result.cents / ante : 0;
  return wager.is_placed_during_round && isHoldem(view) && times > 0 ? t("reason.times", { times, reason }) : reason;
}

function lineReason(wager: Wager, result: Result, hand: DealtPokerHand, hands: DealtPokerHands): string {
  if (result.result === "win" && wager.rows.length > 1) return t("reason.row_wins", { row: payTableRowName(result.name) });
  if (result.result === "returned" && hands.hasDealerQualified !== false) return t("reason.bank");
  const isQualificationDecisive = wager.id === "ante" || !hands.hasBoard;
  if (hands.hasDealerQualified === false && isQualificationDecisive && result.result !== "lose") return t("reason.not");
  if (hand.compared === "tie") return t("reason.tie");
  if (result.result === "push") return t("reason.from", { row: lowestRowName(wager) });
  return t(result.result === "win" ? "reason.wins" : "reason.loses");
}

function bonusReason(wager: Wager, result: Result): string {
  if (result.result === "win") return payTableRowName(result.name);
  if (result.result !== "lose") return t("reason.bank");
  const lowest = wager.rows.at(-1)?.name ?? "";
  if (lowest === "") return "";
  return t(lowest.endsWith(" beaten") ? "reason.beaten_lost" : "reason.bonus_lost", { row: lowestRowName(wager) });
}

/** Name of the lowest row of a pay table inside a sentence: "three of a kind". */
const lowestRowName = (wager: Wager): string =>
  payTableRowName((wager.rows.at(-1)?.name ?? "").replace(/ beaten$/, "")).toLocaleLowerCase();
