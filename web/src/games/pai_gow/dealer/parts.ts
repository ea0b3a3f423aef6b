import { handName } from "../../../dealer/next-step";
import type { TableView } from "../../../lib/types";
import { formatList } from "../../../terminal/format-list";
import type { DealerParts } from "../../parts";
import { hasSharedHands } from "../hands";
import { resultSentence } from "../terminal/sentences";
import { t } from "../words";
import Decide from "./Decide.svelte";
import Felt from "./Felt.svelte";
import Payments from "./Payments.svelte";

/** True if a set hand is open on the table and the dealer enters how it was set. */
const isHandOpenOnTable = (view: TableView): boolean => view.arrangements?.requests.some((request) => request.is_on_table) ?? false;

/** Returns the dealer's next step: dice, dealing, setting, opening; null where the console has a sentence of its own. */
function nextStepSentence(view: TableView): string | null {
  const nextStep = view.staff?.next_step;
  if (nextStep === undefined || view.phase !== "dealing") return null;
  if (nextStep.command === "roll-dice") return t("console.dice");
  if (isHandOpenOnTable(view)) return t("console.lies", { seat: view.arrangements?.requests[0]?.seat ?? 0 });
  if (view.arrangements !== undefined)
    return t("console.sets", {
      count: view.arrangements.requests.length,
      seats: formatList(view.arrangements.requests.map((request) => String(request.seat))),
    });
  if (view.decision !== null) return t("console.enter", { seat: view.decision.questions[0]?.seat ?? 0 });
  if (nextStep.hand === undefined) return null;
  if (nextStep.command === "show-hand") return t("console.open", { hand: handName(nextStep.hand, view) });
  return nextStep.command === "read-card" && nextStep.position_in_hand !== undefined
    ? t("console.packet", { hand: handName(nextStep.hand, view), nth: nextStep.position_in_hand })
    : null;
}

function nextStepReason(view: TableView): string {
  const command = view.staff?.next_step.command;
  if (command === "roll-dice") return t("console.dice_note");
  if (isHandOpenOnTable(view)) return t("console.lies_note");
  if (command === "read-card" && view.action_order?.to_open === view.staff?.next_step.hand) return t("console.read_note");
  if (view.arrangements !== undefined) return t("console.sets_note");
  if (view.decision !== null) return t("console.double_note");
  if (command === "show-hand" || command === "call-result") return t("console.open_note");
  if (hasSharedHands(view)) return t("console.common_note");
  return view.action_order?.first_seat == null ? "" : t("console.packet_note", { seat: view.action_order.first_seat });
}

export const parts: DealerParts = {
  Felt,
  Decide,
  Payments,
  nextStepSentence,
  nextStepReason,
  resultSentence: (last) => resultSentence(last),
};
