import { handName } from "../../../dealer/next-step";
import type { DealerParts } from "../../parts";
import { parts as paiGowParts } from "../dealer/parts";
import { t } from "./words";

/** Returns the dealer's next step: an own sentence for dealing a tile, else that of pai gow poker. */
const nextStepSentence: DealerParts["nextStepSentence"] = (view) => {
  const nextStep = view.staff?.next_step;
  if (
    view.phase === "dealing" &&
    nextStep?.command === "read-card" &&
    nextStep.hand !== undefined &&
    nextStep.position_in_hand !== undefined
  )
    return t("console.tile", { hand: handName(nextStep.hand, view), nth: nextStep.position_in_hand });
  return paiGowParts.nextStepSentence(view);
};

const nextStepReason: DealerParts["nextStepReason"] = (view) => {
  const command = view.staff?.next_step.command;
  if (command === "roll-dice") return t("console.dice_note");
  if (command === "read-card" && view.action_order?.to_open === view.staff?.next_step.hand) return paiGowParts.nextStepReason(view);
  if (command === "read-card")
    return view.action_order?.first_seat == null ? "" : t("console.tile_note", { seat: view.action_order.first_seat });
  return paiGowParts.nextStepReason(view);
};

export const parts: DealerParts = { ...paiGowParts, Decide: null, nextStepSentence, nextStepReason };
