import { change, dollars } from "../../../lib/money";
import type { LastRound, Result, TableView } from "../../../lib/types";
import { count } from "../count";
import { feltOf, mainWager, type Hand } from "../felt";
import { ownSeats } from "../../../ui/felt";
import { choiceName, handName, t, totalName } from "../words";
import { othersTold, silenceTold, sumTold } from "../../../terminal/asked/told";
import type { Told } from "../../../terminal/status";
import { t as said } from "../../../terminal/words";


/** While the cards are dealt and played: whose turn it is, and what happens at zero. */
export function dealtTold(view: TableView): Told {
  const asking = view.decision;
  if (asking !== null) return askedTold(view, asking.questions.filter((one) => !one.is_own).map((one) => one.seat));
  const dealer = view.hand_states.find((one) => one.seat === null);
  if (dealer !== undefined && dealer.state !== "waiting") return { main: t("told.drawing"), next: t("told.drawing_next") };
  const { next } = view.next_draw;
  /** The first cards end with the dealer's second. */
  const isFirst = (view.hands["dealer"]?.length ?? 0) < 2;
  if (next === null || isFirst) return { main: t("told.cards"), next: t("told.cards_next") };
  return { main: t("told.card", { hand: handName(next.hand) }), next: t("told.drawing_next") };
}

function askedTold(view: TableView, others: number[]): Told {
  const own = view.decision?.questions.find((one) => one.is_own);
  const silence = choiceName(view.decision?.questions[0]?.default_choice ?? "stand");
  if (own !== undefined) return { main: said("asked.others", { seats: own.seat }), next: silenceTold(silence), tone: "loud" };
  const seats = others.join(", ");
  const felt = feltOf(view, null);
  const mine = felt.seats.filter((one) => ownSeats(view, felt).includes(one.seat)).flatMap((one) => one.hands);
  if (mine.length === 0) return othersTold(seats, silence);
  const isToCome = mine.some((hand) => hand.state === "waiting" || hand.state === "playing");
  return { main: isToCome ? said("asked.turn_comes") : t("ask.wait"), next: said("asked.wait_next", { seats }) };
}

/** What the round came to for whoever looks, hand by hand where there were several. */
export function endedTold(view: TableView, last: LastRound): string {
  const own = last.player;
  if (own === undefined) return said("result.open");
  return [sumTold(own), ...extras(view, own.results)].join(" ");
}

/** What was won besides the hands themselves, and what became of insurance. */
function extras(view: TableView, results: readonly Result[]): string[] {
  const main = mainWager(view);
  return results.flatMap((one) => {
    const wager = view.wagers.find((each) => each.id === one.wager);
    if (one.wager === main || wager === undefined) return [];
    if (wager.is_placed_during_round) return [`${one.result === "win" ? t("insurance.won", { amount: dollars(one.net_cents) }) : t("insurance.lost", { amount: change(one.net_cents) })}.`];
    return one.result === "win" ? [`${t("bonus.won", { wager: wager.title, amount: change(one.net_cents) })}.`] : [];
  });
}

/** The question as it is read out: the total, what the dealer shows, what may be done, and what silence does. */
export function spokenQuestion(view: TableView, hand: Hand, dealer: Hand): string {
  const own = view.decision?.questions.find((one) => one.is_own);
  if (own === undefined) return "";
  const hasInsurance = own.choices.some((one) => one.do === "insure");
  const up = dealer.cards[0]?.card ?? "";
  const given = {
    total: totalName(hand.total ?? 0, hand.soft),
    up: count([up]).soft ? "A" : String(count([up]).total),
    choices: said("asked.choices", { choices: own.choices.map((one) => choiceName(one.do, hasInsurance)).join(", ") }),
    silence: silenceTold(choiceName(own.default_choice, hasInsurance)),
  };
  const boxes = new Set(view.player?.spots.map((spot) => spot.seat) ?? []).size;
  return [boxes > 1 ? `${t("seat", { seat: own.seat })}.` : "", hand.of > 1 ? `${t("hand.of", { hand: hand.nth, of: hand.of })}.` : "", t("ask.against", given)].filter((part) => part !== "").join(" ");
}
