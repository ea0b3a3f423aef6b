import { handName } from "../../../table/dealer/next-step";
import Payments from "../../../table/dealer/Payments.svelte";
import type { TableView } from "../../../lib/types";
import type { DealerParts } from "../../../table/game-parts";
import { outcomeText } from "../hands";
import { t } from "../words";
import Decide from "./Decide.svelte";
import Felt from "./Felt.svelte";

/** Returns which hand gets the next card, or which seat decides; null if the console's general sentence applies. */
function nextStepSentence(view: TableView): string | null {
  const nextStep = view.staff?.next_step;
  if (nextStep?.command === "read-card" && nextStep.hand !== undefined) return t("console.card", { hand: handName(nextStep.hand, view) });
  const [question] = view.decision?.questions ?? [];
  return question === undefined ? null : t("console.decides", { seat: question.seat });
}

export const parts: DealerParts = {
  Felt,
  Decide,
  Payments,
  nextStepSentence,
  nextStepReason: () => "",
  resultSentence: (last) => outcomeText(last.facts),
};
