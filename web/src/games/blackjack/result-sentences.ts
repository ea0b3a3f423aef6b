import { formatDollars, formatSignedDollars } from "../../lib/money";
import type { LastRound, Result, TableView, Wager } from "../../lib/types";
import { translateRulebookText } from "../../lib/rulebook-translations.svelte";
import { tCommon } from "../../lib/common-words";
import { wagerResult } from "../../table/betting/results";
import type { SettledSpot } from "../../table/deciding/settled-spots";
import { t as terminalText } from "../../table/words";
import { handsOfLastRound, mainWager, type BlackjackHand, type BlackjackHands } from "./hands";
import { dealerResultSentence } from "./sentences";
import { t } from "./words";

const isDealerNatural = (hands: BlackjackHands): boolean => hands.dealer.state === "natural";
const dealerTotal = (hands: BlackjackHands): number => hands.dealer.total ?? 0;

/** Returns the hands on which the viewer had the main wager, in the order of the seats. */
function viewersHands(view: Pick<TableView, "wagers">, last: LastRound, hands: BlackjackHands): BlackjackHand[] {
  const main = mainWager(view);
  const seats = new Set((last.player?.results ?? []).filter((result) => result.wager === main).map((result) => result.seat));
  return hands.seats.filter((seat) => seats.has(seat.seat)).flatMap((seat) => seat.hands);
}

/** Returns who won and over what, for the viewer: "You win: 20 over 19"; with several hands "Your hands: 1 won, 1 lost. Dealer has 19". */
export function resultHeadline(view: TableView, last: LastRound): string {
  const hands = handsOfLastRound(view, last);
  const [first, ...others] = viewersHands(view, last, hands);
  if (first === undefined) return dealerResultSentence(last.cards);
  return others.length === 0 ? handHeadline(first, hands) : severalHeadline([first, ...others], last);
}

function severalHeadline(own: readonly BlackjackHand[], last: LastRound): string {
  const count = (outcome: Result["result"]): number => own.filter((hand) => hand.outcome === outcome).length;
  const [won, lost] = [count("win"), count("lose")];
  const pushed = own.length - won - lost;
  const counts = [
    won > 0 ? terminalText("spot.hands_won", { hands: won }) : "",
    lost > 0 ? terminalText("spot.hands_lost", { hands: lost }) : "",
    pushed > 0 ? terminalText("spot.hands_pushed", { hands: pushed }) : "",
  ];
  return t("end.several", {
    hands: allHandsText(own.length, { won, lost, pushed }) ?? t("end.mixed", { counts: counts.filter((part) => part !== "").join(", ") }),
    dealer: dealerResultSentence(last.cards),
  });
}

/** Returns "You lose all 4 hands" if all of them ended alike; else null. */
function allHandsText(hands: number, { won, lost, pushed }: { won: number; lost: number; pushed: number }): string | null {
  if (won === hands) return t("end.all_win", { hands });
  if (lost === hands) return t("end.all_lose", { hands });
  return pushed === hands ? t("end.all_push", { hands }) : null;
}

function handHeadline(hand: BlackjackHand, hands: BlackjackHands): string {
  const reason = handReason(hand, hands);
  if (hand.outcome === "win") return t("end.you_win", { reason });
  if (hand.outcome === "lose") return t("end.you_lose", { reason });
  return t("end.you_push", { reason });
}

/** Returns why a hand won, lost or pushed, in a few words: "20 over 19", "bust with 24", "both have 18". */
export function handReason(hand: BlackjackHand, hands: BlackjackHands): string {
  const totals = { own: hand.total ?? 0, dealer: dealerTotal(hands) };
  if (hand.state === "surrendered") return t("reason.surrendered");
  if (hand.outcome === "push" && isDealerNatural(hands)) return t("reason.both_natural");
  if (hand.outcome === "lose" && isDealerNatural(hands)) return t("reason.dealer_natural");
  if (hand.outcome === "win" && hand.state === "natural") return t("reason.natural");
  if (hand.state === "broke") return t("reason.bust", totals);
  if (hand.outcome === "push") return t("reason.equal", totals);
  if (hand.outcome === "win" && totals.dealer > 21) return t("reason.dealer_bust", totals);
  if (hand.outcome === "win" && totals.own > totals.dealer) return t("reason.over", { high: totals.own, low: totals.dealer });
  if (hand.outcome === "lose" && totals.dealer > totals.own) return t("reason.over", { high: totals.dealer, low: totals.own });
  return t("reason.rules", { own: totals.own });
}

/** Returns each of several hands with its reason, then the bonus wins and insurance: "Hand 1: 18 under 19." */
export function resultReason(view: TableView, last: LastRound): string {
  const own = last.player;
  if (own === undefined) return "";
  const hands = handsOfLastRound(view, last);
  const ownHands = viewersHands(view, last, hands);
  const lines = ownHands.length < 2 ? [] : ownHands.map((hand) => `${handTitle(hand, ownHands)}: ${handReason(hand, hands)}.`);
  return [...lines, ...otherWagerSentences(view, own.results)].join(" ");
}

function handTitle(hand: BlackjackHand, ownHands: readonly BlackjackHand[]): string {
  const hasSeveralSeats = new Set(ownHands.map((other) => other.seat)).size > 1;
  if (!hasSeveralSeats) return tCommon("hand.nth", { hand: hand.handNumber });
  const seat = hand.seat ?? 0;
  return hand.handCount > 1 ? t("seat.hand", { seat, hand: hand.handNumber }) : t("seat", { seat });
}

/** Returns one sentence for each bonus win and for insurance, won or lost. */
function otherWagerSentences(view: TableView, results: readonly Result[]): string[] {
  const main = mainWager(view);
  return results.flatMap((result) => {
    const wager = view.wagers.find((posted) => posted.id === result.wager);
    if (result.wager === main || wager === undefined) return [];
    if (wager.is_placed_during_round)
      return [
        `${result.result === "win" ? t("insurance.won", { amount: formatDollars(result.net_cents) }) : t("insurance.lost", { amount: formatSignedDollars(result.net_cents) })}.`,
      ];
    const bonus = { wager: translateRulebookText(wager.short_title), amount: formatSignedDollars(result.net_cents) };
    return result.result === "win" ? [`${t("bonus.won", bonus)}.`] : [];
  });
}

/** Returns the viewer's wagers of the last round, the main wager first, each with its reason. */
export function settledSpots(view: TableView): SettledSpot[] {
  const last = view.last_round;
  if (last === null) return [];
  const hands = handsOfLastRound(view, last);
  const ownHands = viewersHands(view, last, hands);
  const spots = view.wagers.flatMap((wager): SettledSpot[] => {
    const result = wagerResult(view, null, wager);
    return result === null ? [] : [{ wager, result, reason: wagerReason(view, wager, result, ownHands, hands) }];
  });
  return [...spots.filter(({ wager }) => wager.group === "line"), ...spots.filter(({ wager }) => wager.group !== "line")];
}

function wagerReason(view: TableView, wager: Wager, result: Result, ownHands: readonly BlackjackHand[], hands: BlackjackHands): string {
  if (wager.id === mainWager(view)) {
    const [first, ...others] = ownHands;
    // With several hands, the line below the headline says why, hand by hand.
    return first === undefined || others.length > 0 ? "" : handReason(first, hands);
  }
  if (wager.is_placed_during_round) return t(isDealerNatural(hands) ? "reason.dealer_natural" : "reason.no_natural");
  return translateRulebookText(result.result === "win" ? result.name : wager.summary);
}
