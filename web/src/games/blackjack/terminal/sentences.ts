import { formatSignedDollars, formatDollars } from "../../../lib/money";
import type { LastRound, Result, TableView } from "../../../lib/types";
import { handTotal } from "../hand-total";
import { handsOnTable, mainWager, type BlackjackHand } from "../hands";
import { ownSeats } from "../../../ui/hands-on-table";
import { choiceName, handName, t, totalText } from "../words";
import { waitingForOthers, defaultChoiceText, netResultText } from "../../../terminal/deciding/decision-sentences";
import type { StatusLine } from "../../../terminal/status-line";
import { t as said } from "../../../terminal/words";


/** While the cards are dealt and played: whose turn it is, and what happens at zero. */
export function dealingSentence(view: TableView): StatusLine {
  const asking = view.decision;
  if (asking !== null) return decisionSentence(view, asking.questions.filter((one) => !one.is_own).map((one) => one.seat));
  const dealer = view.hand_states.find((one) => one.seat === null);
  if (dealer !== undefined && dealer.state !== "waiting") return { main: t("dealing.drawing"), next: t("dealing.drawing_next") };
  const { next } = view.next_draw;
  /** The first cards end with the dealer's second. */
  const isFirst = (view.hands["dealer"]?.length ?? 0) < 2;
  if (next === null || isFirst) return { main: t("dealing.cards"), next: t("dealing.cards_next") };
  return { main: t("dealing.card", { hand: handName(next.hand) }), next: t("dealing.drawing_next") };
}

function decisionSentence(view: TableView, others: number[]): StatusLine {
  const own = view.decision?.questions.find((one) => one.is_own);
  const silence = choiceName(view.decision?.questions[0]?.default_choice ?? "stand");
  if (own !== undefined) return { main: said("decision.others", { seats: own.seat }), next: defaultChoiceText(silence), tone: "loud" };
  const seats = others.join(", ");
  const felt = handsOnTable(view, null);
  const mine = felt.seats.filter((one) => ownSeats(view, felt).includes(one.seat)).flatMap((one) => one.hands);
  if (mine.length === 0) return waitingForOthers(seats, silence);
  const isToCome = mine.some((hand) => hand.state === "waiting" || hand.state === "playing");
  return { main: isToCome ? said("decision.turn_comes") : t("ask.wait"), next: said("decision.wait_next", { seats }) };
}

/** What the round came to for whoever looks, hand by hand where there were several. */
export function ownResultSentence(view: TableView, last: LastRound): string {
  const own = last.player;
  if (own === undefined) return said("result.open");
  return [netResultText(own), ...otherWagerSentences(view, own.results)].join(" ");
}

/** What was won besides the hands themselves, and what became of insurance. */
function otherWagerSentences(view: TableView, results: readonly Result[]): string[] {
  const main = mainWager(view);
  return results.flatMap((one) => {
    const wager = view.wagers.find((each) => each.id === one.wager);
    if (one.wager === main || wager === undefined) return [];
    if (wager.is_placed_during_round) return [`${one.result === "win" ? t("insurance.won", { amount: formatDollars(one.net_cents) }) : t("insurance.lost", { amount: formatSignedDollars(one.net_cents) })}.`];
    return one.result === "win" ? [`${t("bonus.won", { wager: wager.title, amount: formatSignedDollars(one.net_cents) })}.`] : [];
  });
}

/** The question as it is read out: the total, what the dealer shows, what may be done, and what silence does. */
export function questionAnnouncement(view: TableView, hand: BlackjackHand, dealer: BlackjackHand): string {
  const own = view.decision?.questions.find((one) => one.is_own);
  if (own === undefined) return "";
  const hasInsurance = own.choices.some((one) => one.do === "insure");
  const up = dealer.cards[0]?.card ?? "";
  const given = {
    total: totalText(hand.total ?? 0, hand.isSoft),
    up: handTotal([up]).isSoft ? "A" : String(handTotal([up]).total),
    choices: said("decision.choices", { choices: own.choices.map((one) => choiceName(one.do, hasInsurance)).join(", ") }),
    silence: defaultChoiceText(choiceName(own.default_choice, hasInsurance)),
  };
  const boxes = new Set(view.player?.spots.map((spot) => spot.seat) ?? []).size;
  return [boxes > 1 ? `${t("seat", { seat: own.seat })}.` : "", hand.handCount > 1 ? `${t("hand.of", { hand: hand.handNumber, of: hand.handCount })}.` : "", t("ask.against", given)].filter((part) => part !== "").join(" ");
}
