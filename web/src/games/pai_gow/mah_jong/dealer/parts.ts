import { handName } from "../../../../dealer/next-step";
import type { DealerParts } from "../../../parts";
import { resultSentence } from "../terminal/sentences";
import { t } from "../words";
import Felt from "./Felt.svelte";
import Payments from "./Payments.svelte";

/** Returns the dealer's next step: roll the die, deal a tile, open a hand; null where the console has a sentence of its own. */
const nextStepSentence: DealerParts["nextStepSentence"] = (view) => {
  const nextStep = view.staff?.next_step;
  if (nextStep === undefined || view.phase !== "dealing") return null;
  if (nextStep.command === "roll-dice") return t("console.die");
  if (nextStep.hand === undefined) return null;
  if (nextStep.command === "show-hand") return t("console.open", { hand: handName(nextStep.hand, view) });
  return nextStep.command === "read-card" && nextStep.position_in_hand !== undefined
    ? t("console.tile", { hand: handName(nextStep.hand, view), nth: nextStep.position_in_hand })
    : null;
};

const nextStepReason: DealerParts["nextStepReason"] = (view) => {
  const command = view.staff?.next_step.command;
  if (command === "roll-dice") return t("console.die_note");
  if (command === "show-hand" || command === "call-result" || view.action_order?.to_open === view.staff?.next_step.hand)
    return t("console.open_note");
  return view.action_order?.first_seat == null ? "" : t("console.tile_note", { seat: view.action_order.first_seat });
};

export const parts: DealerParts = {
  Felt,
  Decide: null,
  Payments,
  nextStepSentence,
  nextStepReason,
  resultSentence: (last) => resultSentence(last),
};
