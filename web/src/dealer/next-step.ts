import { jackpotStage, tableStage } from "../board/stage";
import { t as board } from "../board/words";
import type { DealerParts } from "../games/parts";
import { hasFreshDeckEachRound, gameNames, loadedParts } from "../games/load";
import { formatDollars } from "../lib/money";
import type { LastRound, TableView } from "../lib/types";
import { voidReason } from "../ui/void-reason";
import { dueStep, roleName } from "../procedure/steps";
import { t as procedure } from "../procedure/words";
import { translateRulebookText } from "../rulebook/rulebook-translations.svelte";
import { t } from "./words";

type Expects = NonNullable<TableView["staff"]>["next_step"];
const ACTIONS = ["open-table", "open-bets", "close-bets", "call-result", "load-shoe", "resume-table", "reveal-cards", "show-hand", "offer-bank", "draw-button", "deal-hand"] as const;
export type NextAction = (typeof ACTIONS)[number];

const dealerPartsFor = (view: Pick<TableView, "game">): DealerParts => loadedParts("dealer", view.game.family);

/** A hand by its name. */
export const handName = (hand: string, view: Pick<TableView, "game">): string => gameNames(view.game.family).handName(hand);

/** The one thing the table waits for that a button does; nobody has taken the bank counts as one. */
export function nextAction(view: TableView): NextAction | null {
  const wanted = view.staff?.next_step.command ?? null;
  if (wanted === null && view.player_dealer?.stage === "broken" && view.phase === "between-rounds") return "offer-bank";
  return ACTIONS.find((one) => one === wanted) ?? null;
}

/** The one sentence. What has no sentence of ours is said in the house's own words. */
export function nextStepSentence(view: TableView, now: number): string {
  const expects = view.staff?.next_step;
  if (expects === undefined) return "";
  const played = view.hold_reasons.length === 0 && !view.is_paused ? dealerPartsFor(view).nextStepSentence(view) : null;
  if (played !== null) return played;
  const step = dueStep(view);
  if (step !== null) return step.is_awaiting_verification ? `${translateRulebookText(step.title)}: ${procedure("step.waits", { who: roleName(step.verified_by) })}` : translateRulebookText(step.title);
  if (expects.command === "show-burn-card") return procedure("burned.left", { left: expects.count ?? 0 });
  if (expects.command === "read-card") return nextCardText(view, expects);
  const action = nextAction(view);
  if (action === "load-shoe" && hasFreshDeckEachRound(view.game.family)) return t("next.new-deck");
  if (action !== null) return t(`next.${action}`, { hand: expects.hand === undefined ? "" : handName(expects.hand, view) });
  return view.reveal?.pass_request ? expects.text : stageText(view, expects, now);
}

/** Nobody at the console has anything to do: what the table waits for, as the board says it. */
function stageText(view: TableView, expects: Expects, now: number): string {
  const stage = tableStage(view, now);
  if (stage.name === "dispute" || stage.name === "fault") return t("next.held");
  if (stage.name === "offering" && expects.seat !== undefined) return t(view.player_dealer?.behind == null ? "next.offering" : "next.offering_behind", { seat: expects.seat });
  return board(stage.name === "turning" ? "state.turning.then" : `state.${stage.name}`, stage.params);
}

function nextCardText(view: TableView, expects: Expects): string {
  const nth = expects.position_in_hand;
  if (expects.hand === undefined || (nth !== 1 && nth !== 2 && nth !== 3)) return t("next.burn");
  return t("next.card", { hand: handName(expects.hand, view), nth: t(`nth.${nth}`) });
}

export function visibleCards(view: TableView, hand: string): string[] {
  return (view.hands[hand] ?? []).flatMap((seen) => (seen.card === undefined ? [] : [seen.card]));
}

/** Why that is next, for whoever looks up in the middle of it. */
export function nextStepReason(view: TableView): string {
  const expects = view.staff?.next_step;
  const jackpot = jackpotStage(view);
  if (jackpot !== null && view.hold_reasons.length > 0) return board("state.jackpot.then", jackpot.params);
  if (view.hold_reasons.length > 0) return [...(view.staff?.holds ?? []).map((hold) => `${hold.reason}.`), t("why.held")].join(" ");
  if (view.phase === "closed") return t("why.closed");
  if (dueStep(view) !== null) return "";
  if (view.phase === "betting") return bettingReason(view);
  if (view.phase === "dealing") return dealerPartsFor(view).nextStepReason(view);
  if (expects?.command === "load-shoe") return t(hasFreshDeckEachRound(view.game.family) ? "why.new_deck" : "why.new_shoe");
  if (expects?.command === "read-card") return t("why.burn");
  if (view.player_dealer?.stage === "offering") return t("why.offering");
  if (expects?.command === "open-bets" && view.next_hand.free_hand) return t("why.free");
  if (expects?.command === "open-bets" && view.next_hand.card_carried) return t("why.carried");
  return lastRoundSentence(view, view.last_round);
}

function bettingReason(view: TableView): string {
  if (view.next_hand.free_hand) return t("why.free");
  if (view.chips.length === 0) return t("why.no_bets");
  const seats = new Set(view.chips.map((chip) => chip.seat)).size;
  return t("why.bets", { seats, cents: formatDollars(view.chips.reduce((sum, chip) => sum + chip.cents, 0)) });
}

export function lastRoundSentence(view: Pick<TableView, "game">, last: LastRound | null): string {
  if (last === null) return "";
  return last.status === "void" ? `${t("result.void")}. ${last.reason ?? voidReason(last)}` : dealerPartsFor(view).resultSentence(last);
}

/** A card of the round and the number a correction names it by; null is one that lies face down, unseen by all. */
export type NumberedCard = { cardNumber: number; hand: string; nth: number; card: string | null };

/** The cards in the order they were dealt. */
export function cardsInDealOrder(view: TableView): NumberedCard[] {
  const all = Object.entries(view.hands).flatMap(([hand, cards]) => cards.map((seen) => ({ ...seen, hand })));
  return all
    .flatMap(({ card_number: cardNumber, hand, position_in_hand: nth, card }) => (cardNumber === null ? [] : [{ cardNumber, hand, nth, card: card ?? null }]))
    .sort((a, b) => a.cardNumber - b.cardNumber);
}
