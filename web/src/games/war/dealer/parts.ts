import { handName } from "../../../dealer/next-step";
import Payments from "../../../dealer/Payments.svelte";
import type { TableView } from "../../../lib/types";
import { faceUpCards } from "../../../ui/hands-on-table";
import type { DealerParts } from "../../parts";
import { resultSentence, warState } from "../war-state";
import { t } from "../words";
import Felt from "./Felt.svelte";

/** Returns which hand gets the next card, and in which war. */
function nextStepSentence(view: TableView): string | null {
  const nextStep = view.staff?.next_step;
  if (nextStep?.command !== "read-card" || nextStep.hand === undefined || nextStep.position_in_hand === undefined) return null;
  const hand = handName(nextStep.hand, view);
  return nextStep.position_in_hand === 1 ? t("console.first", { hand }) : t("console.war", { hand, nth: nextStep.position_in_hand - 1 });
}

/** Returns why another pair follows or, at the end, the result. Before the first pair it returns where the hands are placed. */
function nextStepReason(view: TableView): string {
  const state = warState(faceUpCards(view));
  if (state === null) return t("console.sides");
  return state.winner === "tie" ? t("war.next") : resultSentence(state);
}

export const parts: DealerParts = {
  Felt,
  Decide: null,
  Payments,
  nextStepSentence,
  nextStepReason,
  resultSentence: (last) => resultSentence(warState(last.cards)),
};
