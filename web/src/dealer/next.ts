import { jackpotOf, stageOf } from "../board/stage";
import { t as board } from "../board/words";
import type { DealerParts } from "../games/parts";
import { isFreshDeck, namesOf, partsOf } from "../games/slots";
import { dollars } from "../lib/money";
import type { LastRound, TableView } from "../lib/types";
import { voidTold } from "../ui/void";
import { dueStep, whoName } from "../book/steps";
import { t as book } from "../book/t";
import { ruleWords } from "../rulebook/rule-words.svelte";
import { t } from "./words";

type Expects = NonNullable<TableView["staff"]>["next_step"];
const ACTIONS = ["open-table", "open-bets", "close-bets", "call-result", "load-shoe", "resume-table", "reveal-cards", "show-hand", "offer-bank", "draw-button", "deal-hand"] as const;
export type Action = (typeof ACTIONS)[number];

const gameOf = (view: Pick<TableView, "game">): DealerParts => partsOf("dealer", view.game.family);

/** A hand by its name. */
export const nameOf = (hand: string, view: Pick<TableView, "game">): string => namesOf(view.game.family).hand(hand);

/** The one thing the table waits for that a button does; nobody has taken the bank counts as one. */
export function actionOf(view: TableView): Action | null {
  const wanted = view.staff?.next_step.command ?? null;
  if (wanted === null && view.player_dealer?.stage === "broken" && view.phase === "between-rounds") return "offer-bank";
  return ACTIONS.find((one) => one === wanted) ?? null;
}

/** The one sentence. What has no sentence of ours is said in the house's own words. */
export function sentenceOf(view: TableView, now: number): string {
  const expects = view.staff?.next_step;
  if (expects === undefined) return "";
  const played = view.hold_reasons.length === 0 && !view.is_paused ? gameOf(view).sentence(view) : null;
  if (played !== null) return played;
  const step = dueStep(view);
  if (step !== null) return step.is_awaiting_verification ? `${ruleWords(step.title)}: ${book("step.waits", { who: whoName(step.verified_by) })}` : ruleWords(step.title);
  if (expects.command === "show-burn-card") return book("burned.left", { left: expects.count ?? 0 });
  if (expects.command === "read-card") return cardSentence(view, expects);
  const action = actionOf(view);
  if (action === "load-shoe" && isFreshDeck(view.game.family)) return t("next.new-deck");
  if (action !== null) return t(`next.${action}`, { hand: expects.hand === undefined ? "" : nameOf(expects.hand, view) });
  return view.reveal?.pass_request ? expects.text : stageSentence(view, expects, now);
}

/** Nobody at the console has anything to do: what the table waits for, as the board says it. */
function stageSentence(view: TableView, expects: Expects, now: number): string {
  const stage = stageOf(view, now);
  if (stage.name === "dispute" || stage.name === "fault") return t("next.held");
  if (stage.name === "offering" && expects.seat !== undefined) return t(view.player_dealer?.behind == null ? "next.offering" : "next.offering_behind", { seat: expects.seat });
  return board(stage.name === "turning" ? "state.turning.then" : `state.${stage.name}`, stage.given);
}

function cardSentence(view: TableView, expects: Expects): string {
  const nth = expects.position_in_hand;
  if (expects.hand === undefined || (nth !== 1 && nth !== 2 && nth !== 3)) return t("next.burn");
  return t("next.card", { hand: nameOf(expects.hand, view), nth: t(`nth.${nth}`) });
}

export function shownCards(view: TableView, hand: string): string[] {
  return (view.hands[hand] ?? []).flatMap((seen) => (seen.card === undefined ? [] : [seen.card]));
}

/** Why that is next, for whoever looks up in the middle of it. */
export function reasonOf(view: TableView): string {
  const expects = view.staff?.next_step;
  const jackpot = jackpotOf(view);
  if (jackpot !== null && view.hold_reasons.length > 0) return board("state.jackpot.then", jackpot.given);
  if (view.hold_reasons.length > 0) return [...(view.staff?.holds ?? []).map((hold) => `${hold.reason}.`), t("why.held")].join(" ");
  if (view.phase === "closed") return t("why.closed");
  if (dueStep(view) !== null) return "";
  if (view.phase === "betting") return bettingReason(view);
  if (view.phase === "dealing") return gameOf(view).reason(view);
  if (expects?.command === "load-shoe") return t(isFreshDeck(view.game.family) ? "why.new_deck" : "why.new_shoe");
  if (expects?.command === "read-card") return t("why.burn");
  if (view.player_dealer?.stage === "offering") return t("why.offering");
  if (expects?.command === "open-bets" && view.next_hand.free_hand) return t("why.free");
  if (expects?.command === "open-bets" && view.next_hand.card_carried) return t("why.carried");
  return resultOf(view, view.last_round);
}

function bettingReason(view: TableView): string {
  if (view.next_hand.free_hand) return t("why.free");
  if (view.chips.length === 0) return t("why.no_bets");
  const seats = new Set(view.chips.map((chip) => chip.seat)).size;
  return t("why.bets", { seats, cents: dollars(view.chips.reduce((sum, chip) => sum + chip.cents, 0)) });
}

export function resultOf(view: Pick<TableView, "game">, last: LastRound | null): string {
  if (last === null) return "";
  return last.status === "void" ? `${t("result.void")}. ${last.reason ?? voidTold(last)}` : gameOf(view).result(last);
}

/** A card of the round and the number a correction names it by; null is one that lies face down, unseen by all. */
export type Dealt = { place: number; hand: string; nth: number; card: string | null };

/** The cards in the order they were dealt. */
export function dealtInOrder(view: TableView): Dealt[] {
  const all = Object.entries(view.hands).flatMap(([hand, cards]) => cards.map((seen) => ({ ...seen, hand })));
  return all
    .flatMap(({ card_number: place, hand, position_in_hand: nth, card }) => (place === null ? [] : [{ place, hand, nth, card: card ?? null }]))
    .sort((a, b) => a.place - b.place);
}
