import type { Question, TableView } from "../../../lib/types";
import { feltOf, isHoldem, turned, type PokerFelt, type PokerHand } from "../felt";
import { choiceName, handName, madeName, t as poker } from "../words";
import { t } from "../../../dealer/words";

/** The one sentence while the cards are dealt and played; null where the console has its own. */
export function playSentence(view: TableView): string | null {
  const expects = view.staff?.next_step;
  if (view.phase !== "dealing" || expects === undefined) return null;
  if (expects.command === "read-card" && expects.hand !== undefined) return dealSentence(expects.hand, expects.position_in_hand ?? 1);
  if (expects.command === "call-result") return poker("console.call");
  const [question] = view.decision?.questions ?? [];
  return question === undefined ? null : askSentence(view, question);
}

function dealSentence(hand: string, nth: number): string {
  const known = ([1, 2, 3, 4, 5] as const).find((one) => one === nth) ?? 5;
  return poker("console.deal", { hand: handName(hand), nth: t(`nth.${known}`) });
}

/** With the first question of a street comes what the dealer turns before it. */
function askSentence(view: TableView, question: Question): string {
  const { seat } = question;
  const turn = turnNow(view);
  if (turn === null) return poker("console.decides", { seat });
  return poker(`console.turn_${turn}`, { seat });
}

export type Turn = "flop" | "rest" | "up";

/** What is to be turned on the felt before the seat that is asked decides; null where it lies open already. */
export function turnNow(view: TableView): Turn | null {
  const [question] = view.decision?.questions ?? [];
  if (question === undefined || !isFirstAsked(view, question)) return null;
  const felt = feltOf(view, null);
  if (isHoldem(view)) return ({ 3: "flop", 5: "rest" } as const)[turned(felt)] ?? null;
  return felt.dealer.cards.some((one) => one.card !== null) ? "up" : null;
}

/** Whether nobody has answered since the last cards were turned: all before this seat were done with earlier. */
function isFirstAsked(view: TableView, question: Question): boolean {
  const felt = feltOf(view, null);
  const place = felt.seats.findIndex((one) => one.seat === question.seat);
  return felt.seats.slice(0, place).every((one) => anteOf(view, one) === 0 || (playOf(view, one) > 0 && streetOf(view, one) < turned(felt)));
}

/** How many cards of the board were open when the seat played: the Play wager itself tells. */
function streetOf(view: TableView, hand: PokerHand): number {
  const times = playOf(view, hand) / anteOf(view, hand);
  return !isHoldem(view) ? 0 : times >= 3 ? 0 : times >= 2 ? 3 : 5;
}

/** What the one who decides has on the Ante: the seat's own player, or the first behind it. */
export function anteOf(view: Pick<TableView, "chips">, hand: PokerHand): number {
  const antes = view.chips.filter((chip) => chip.seat === hand.seat && chip.wager === "ante");
  return (antes.find((chip) => chip.bettor === "player") ?? antes[0])?.cents ?? 0;
}

/** His Play wager. */
export const playOf = (view: Pick<TableView, "chips">, hand: PokerHand): number => (hand.state === "played" ? hand.stake - anteOf(view, hand) : 0);

/** Why that is next. */
export function playReason(view: TableView): string {
  const expects = view.staff?.next_step;
  if (expects?.command === "read-card") return poker("console.why_deal");
  const [question] = view.decision?.questions ?? [];
  if (question !== undefined) {
    const silence = choiceName(question.default_choice).toLocaleLowerCase();
    return poker(turnNow(view) === "up" ? "console.why_up" : "console.no_answer", { silence });
  }
  return expects?.command === "call-result" ? dealerTold(feltOf(view, null)) : "";
}

/** "Player-dealer has pair of kings and does not qualify". */
export function dealerTold(felt: PokerFelt): string {
  if (felt.dealer.made === null) return "";
  return poker(felt.qualifies === false ? "end.dealer_not" : "end.dealer", { hand: madeName(felt.dealer.made) });
}
