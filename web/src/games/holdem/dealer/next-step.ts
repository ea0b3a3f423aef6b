import { formatDollars } from "../../../lib/money";
import type { TableView } from "../../../lib/types";
import { BOARD } from "../hands";
import { choiceName, handName, t } from "../words";

/** The one sentence while a hand is dealt and played; null where the console has its own. */
export function nextStepSentence(view: TableView): string | null {
  const expects = view.staff?.next_step;
  if (expects === undefined) return null;
  if (view.phase === "between-rounds") return betweenSentence(view);
  if (view.phase !== "dealing") return null;
  if (expects.command === "read-card" && expects.hand !== undefined) return cardSentence(expects.hand, expects.position_in_hand ?? 1);
  if (expects.command === "call-result") return t("console.call");
  const [question] = view.decision?.questions ?? [];
  if (question === undefined) return null;
  const betting = view.table_stakes?.hand?.betting;
  if (betting == null) return t("console.shows", { seat: question.seat });
  const call = betting.to_call_cents > 0 ? t("ask.to_call", { amount: formatDollars(betting.to_call_cents) }) : t("ask.free");
  return t("console.acts", { seat: question.seat, call: call.toLocaleLowerCase() });
}

function betweenSentence(view: TableView): string | null {
  const wanted = view.staff?.next_step.command ?? null;
  if (wanted === "deal-hand") return t("console.next");
  if (wanted === "draw-button") return t("console.button");
  const isShort = view.table_stakes?.can_start_hand === false && wanted === null;
  return isShort ? t("console.players", { count: view.table_stakes?.least_players ?? 2 }) : null;
}

function cardSentence(hand: string, nth: number): string {
  if (hand !== BOARD) return t("console.deal", { hand: handName(hand), nth });
  return nth <= 3 ? t("console.flop", { nth }) : t(nth === 4 ? "console.turn" : "console.river");
}

/** Why that is next. */
export function nextStepReason(view: TableView): string {
  const expects = view.staff?.next_step;
  const amount = formatDollars(view.table_stakes?.hand?.pot_cents ?? 0);
  if (expects?.command === "read-card") return expects.hand === BOARD ? t("console.why_board", { amount }) : t("console.why_down");
  const [question] = view.decision?.questions ?? [];
  return question === undefined ? "" : t("console.no_answer", { silence: choiceName(question.default_choice).toLocaleLowerCase(), amount });
}
