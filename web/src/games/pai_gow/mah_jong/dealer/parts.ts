import { nameOf } from "../../../../dealer/next";
import type { DealerParts } from "../../../parts";
import { resultTold } from "../terminal/said";
import { t } from "../words";
import Felt from "./Felt.svelte";
import Payments from "./Payments.svelte";

/** The die, the stacks tile by tile, whose hand is opened. */
const sentence: DealerParts["sentence"] = (view) => {
  const expects = view.staff?.next_step;
  if (expects === undefined || view.phase !== "dealing") return null;
  if (expects.command === "roll-dice") return t("console.die");
  if (expects.hand === undefined) return null;
  if (expects.command === "show-hand") return t("console.open", { hand: nameOf(expects.hand, view) });
  return expects.command === "read-card" && expects.position_in_hand !== undefined ? t("console.tile", { hand: nameOf(expects.hand, view), nth: expects.position_in_hand }) : null;
};

const reason: DealerParts["reason"] = (view) => {
  const does = view.staff?.next_step.command;
  if (does === "roll-dice") return t("console.die_note");
  if (does === "show-hand" || does === "call-result" || view.action_order?.to_open === view.staff?.next_step.hand) return t("console.open_note");
  return view.action_order?.first_seat == null ? "" : t("console.tile_note", { seat: view.action_order.first_seat });
};

export const parts: DealerParts = { Felt, Decide: null, Payments, sentence, reason, result: (last) => resultTold(last) };
