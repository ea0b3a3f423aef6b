import { jackpotStage, tableStage } from "../board/stage";
import { t as board } from "../board/words";
import type { DealerParts } from "../game-parts";
import { hasFreshDeckEachRound, gameNames, loadedParts } from "../game-loader";
import { formatDollars } from "../../lib/money";
import type { LastRound, NextStep, TableView } from "../../lib/types";
import { voidReason } from "../../ui/void-reason";
import { dueStep, roleName } from "../procedure/steps";
import { t as procedure } from "../procedure/words";
import { translateRulebookText } from "../../lib/rulebook-translations.svelte";
import { t } from "./words";

const ACTIONS = [
  "open-table",
  "open-bets",
  "close-bets",
  "call-result",
  "load-shoe",
  "resume-table",
  "reveal-cards",
  "show-hand",
  "offer-bank",
  "draw-button",
  "deal-hand",
] as const;
export type NextAction = (typeof ACTIONS)[number];

const dealerPartsFor = (view: Pick<TableView, "game">): DealerParts => loadedParts("dealer", view.game.family);

/** Return the translated name of a hand. */
export const handName = (hand: string, view: Pick<TableView, "game">): string => gameNames(view.game.family).handName(hand);

/** Return the command of the console's main button, or null; `offer-bank` between rounds if nobody has taken the bank. */
export function nextAction(view: TableView): NextAction | null {
  const command = view.staff?.next_step.command ?? null;
  if (command === null && view.player_dealer?.stage === "broken" && view.phase === "between-rounds") return "offer-bank";
  return ACTIONS.find((action) => action === command) ?? null;
}

/** Return the sentence that tells the dealer what to do next. A request to pass the reveal is shown in the server's own words. */
export function nextStepSentence(view: TableView, now: number): string {
  const nextStep = view.staff?.next_step;
  if (nextStep === undefined) return "";
  const gameSentence = view.hold_reasons.length === 0 && !view.is_paused ? dealerPartsFor(view).nextStepSentence(view) : null;
  if (gameSentence !== null) return gameSentence;
  const step = dueStep(view);
  if (step !== null)
    return step.is_awaiting_verification
      ? `${translateRulebookText(step.title, view.game)}: ${procedure("step.waits", { who: roleName(step.verified_by) })}`
      : translateRulebookText(step.title, view.game);
  if (nextStep.command === "show-burn-card") return procedure("burned.left", { left: nextStep.count ?? 0 });
  if (nextStep.command === "read-card") return nextCardText(view, nextStep);
  const action = nextAction(view);
  if (action === "load-shoe" && hasFreshDeckEachRound(view.game.family)) return t("next.new-deck");
  if (action !== null) return t(`next.${action}`, { hand: nextStep.hand === undefined ? "" : handName(nextStep.hand, view) });
  return view.reveal?.pass_request ? nextStep.text : stageText(view, nextStep, now);
}

/** Return what the table waits for while nobody at the console has to act, mostly in the board's words. */
function stageText(view: TableView, nextStep: NextStep, now: number): string {
  const stage = tableStage(view, now);
  if (stage.name === "dispute" || stage.name === "fault") return t("next.held");
  if (stage.name === "offering" && nextStep.seat !== undefined)
    return t(view.player_dealer?.behind == null ? "next.offering" : "next.offering_behind", { seat: nextStep.seat });
  return board(stage.name === "turning" ? "state.turning.then" : `state.${stage.name}`, stage.params);
}

function nextCardText(view: TableView, nextStep: NextStep): string {
  const nth = nextStep.position_in_hand;
  if (nextStep.hand === undefined || (nth !== 1 && nth !== 2 && nth !== 3)) return t("next.burn");
  return t("next.card", { hand: handName(nextStep.hand, view), nth: t(`nth.${nth}`) });
}

export function visibleCards(view: TableView, hand: string): string[] {
  return (view.hands[hand] ?? []).flatMap((dealt) => (dealt.card === undefined ? [] : [dealt.card]));
}

/** Return why the next step is due; empty while a procedure step is due. */
export function nextStepReason(view: TableView): string {
  const nextStep = view.staff?.next_step;
  const jackpot = jackpotStage(view);
  if (jackpot !== null && view.hold_reasons.length > 0) return board("state.jackpot.then", jackpot.params);
  if (view.hold_reasons.length > 0) return [...(view.staff?.holds ?? []).map((hold) => `${hold.reason}.`), t("why.held")].join(" ");
  if (view.phase === "closed") return t("why.closed");
  if (dueStep(view) !== null) return "";
  if (view.phase === "betting") return bettingReason(view);
  if (view.phase === "dealing") return dealerPartsFor(view).nextStepReason(view);
  if (nextStep?.command === "load-shoe") return t(hasFreshDeckEachRound(view.game.family) ? "why.new_deck" : "why.new_shoe");
  if (nextStep?.command === "read-card") return t("why.burn");
  if (view.player_dealer?.stage === "offering") return t("why.offering");
  if (nextStep?.command === "open-bets" && view.next_hand.free_hand) return t("why.free");
  if (nextStep?.command === "open-bets" && view.next_hand.card_carried) return t("why.carried");
  return lastRoundSentence(view, view.last_round);
}

function bettingReason(view: TableView): string {
  if (view.next_hand.free_hand) return t("why.free");
  if (view.chips.length === 0) return t("why.no_bets");
  return t("why.bets", { seats: view.stakes.seats.length, cents: formatDollars(view.stakes.cents) });
}

export function lastRoundSentence(view: Pick<TableView, "game">, last: LastRound | null): string {
  if (last === null) return "";
  return last.status === "void" ? `${t("result.void")}. ${last.reason ?? voidReason(last)}` : dealerPartsFor(view).resultSentence(last);
}

/** A card of the round with the number by which corrections refer to it. `card` is null while the card is face down and unknown. */
export type NumberedCard = { cardNumber: number; hand: string; nth: number; card: string | null };

/** Return the cards of the round in the order they were dealt. */
export function cardsInDealOrder(view: TableView): NumberedCard[] {
  const cards = Object.entries(view.hands).flatMap(([hand, dealt]) => dealt.map((card) => ({ ...card, hand })));
  return cards
    .flatMap(({ card_number: cardNumber, hand, position_in_hand: nth, card }) =>
      cardNumber === null ? [] : [{ cardNumber, hand, nth, card: card ?? null }],
    )
    .sort((a, b) => a.cardNumber - b.cardNumber);
}
