import { formatDollars } from "../../../lib/money";
import type { TableView } from "../../../lib/types";
import { BOARD } from "../hands";
import { choiceName, handName, t } from "../words";

/** Returns the dealer's next step; null if the console's general sentence applies. */
export function nextStepSentence(view: TableView): string | null {
  const nextStep = view.staff?.next_step;
  if (nextStep === undefined) return null;
  if (view.phase === "between-rounds") return betweenHandsSentence(view);
  if (view.phase !== "dealing") return null;
  if (nextStep.command === "read-card" && nextStep.hand !== undefined) return cardSentence(nextStep.hand, nextStep.position_in_hand ?? 1);
  if (nextStep.command === "call-result") return t("console.call");
  const [question] = view.decision?.questions ?? [];
  if (question === undefined) return null;
  const betting = view.table_stakes?.hand?.betting;
  if (betting == null) return t("console.shows", { seat: question.seat });
  const call = betting.to_call_cents > 0 ? t("ask.to_call", { amount: formatDollars(betting.to_call_cents) }) : t("ask.free");
  return t("console.acts", { seat: question.seat, call: call.toLocaleLowerCase() });
}

function betweenHandsSentence(view: TableView): string | null {
  const command = view.staff?.next_step.command ?? null;
  if (command === "deal-hand") return t("console.next");
  if (command === "draw-button") return t("console.button");
  const isShortOfPlayers = view.table_stakes?.can_start_hand === false && command === null;
  return isShortOfPlayers ? t("console.players", { count: view.table_stakes?.least_players ?? 2 }) : null;
}

function cardSentence(hand: string, nth: number): string {
  if (hand !== BOARD) return t("console.deal", { hand: handName(hand), nth });
  return nth <= 3 ? t("console.flop", { nth }) : t(nth === 4 ? "console.turn" : "console.river");
}

/** Returns the explanation of the next step; "" if there is none. */
export function nextStepReason(view: TableView): string {
  const nextStep = view.staff?.next_step;
  const amount = formatDollars(view.table_stakes?.hand?.pot_cents ?? 0);
  if (nextStep?.command === "read-card") return nextStep.hand === BOARD ? t("console.why_board", { amount }) : t("console.why_down");
  const [question] = view.decision?.questions ?? [];
  return question === undefined ? "" : t("console.no_answer", { silence: choiceName(question.default_choice).toLocaleLowerCase(), amount });
}
