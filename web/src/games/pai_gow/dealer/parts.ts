import { nameOf } from "../../../dealer/next";
import type { TableView } from "../../../lib/types";
import { listed } from "../../../terminal/listed";
import type { DealerParts } from "../../parts";
import { isForAll } from "../felt";
import { resultTold } from "../terminal/said";
import { t } from "../words";
import Decide from "./Decide.svelte";
import Felt from "./Felt.svelte";
import Payments from "./Payments.svelte";

/** Whether a hand lies open and the dealer enters how it was set. */
const isOnFelt = (view: TableView): boolean => view.arrangements?.requests.some((one) => one.is_on_table) ?? false;

/** Dice, packets card by card, who sets, whose hand is opened. */
function sentence(view: TableView): string | null {
  const expects = view.staff?.next_step;
  if (expects === undefined || view.phase !== "dealing") return null;
  if (expects.command === "roll-dice") return t("console.dice");
  if (isOnFelt(view)) return t("console.lies", { seat: view.arrangements?.requests[0]?.seat ?? 0 });
  if (view.arrangements !== undefined) return t(view.arrangements.requests.length === 1 ? "console.sets" : "console.sets_many", { seats: listed(view.arrangements.requests.map((one) => String(one.seat))) });
  if (view.decision !== null) return t("console.enter", { seat: view.decision.questions[0]?.seat ?? 0 });
  if (expects.hand === undefined) return null;
  if (expects.command === "show-hand") return t("console.open", { hand: nameOf(expects.hand, view) });
  return expects.command === "read-card" && expects.position_in_hand !== undefined ? t("console.packet", { hand: nameOf(expects.hand, view), nth: expects.position_in_hand }) : null;
}

function reason(view: TableView): string {
  const does = view.staff?.next_step.command;
  if (does === "roll-dice") return t("console.dice_note");
  if (isOnFelt(view)) return t("console.lies_note");
  if (does === "read-card" && view.action_order?.to_open === view.staff?.next_step.hand) return t("console.read_note");
  if (view.arrangements !== undefined) return t("console.sets_note");
  if (view.decision !== null) return t("console.double_note");
  if (does === "show-hand" || does === "call-result") return t("console.open_note");
  if (isForAll(view)) return t("console.common_note");
  return view.action_order?.first_seat == null ? "" : t("console.packet_note", { seat: view.action_order.first_seat });
}

export const parts: DealerParts = { Felt, Decide, Payments, sentence, reason, result: (last) => resultTold(last) };
