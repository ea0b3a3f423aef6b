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
const isOnFelt = (view: TableView): boolean => view.arranging?.settings.some((one) => one.on_felt) ?? false;

/** Dice, packets card by card, who sets, whose hand is opened. */
function sentence(view: TableView): string | null {
  const expects = view.staff?.expects;
  if (expects === undefined || view.phase !== "dealing") return null;
  if (expects.do === "roll-dice") return t("console.dice");
  if (isOnFelt(view)) return t("console.lies", { seat: view.arranging?.settings[0]?.seat ?? 0 });
  if (view.arranging !== undefined) return t(view.arranging.settings.length === 1 ? "console.sets" : "console.sets_many", { seats: listed(view.arranging.settings.map((one) => String(one.seat))) });
  if (view.asking !== null) return t("console.enter", { seat: view.asking.questions[0]?.seat ?? 0 });
  if (expects.hand === undefined) return null;
  if (expects.do === "show-hand") return t("console.open", { hand: nameOf(expects.hand, view) });
  return expects.do === "read-card" && expects.nth !== undefined ? t("console.packet", { hand: nameOf(expects.hand, view), nth: expects.nth }) : null;
}

function reason(view: TableView): string {
  const does = view.staff?.expects.do;
  if (does === "roll-dice") return t("console.dice_note");
  if (isOnFelt(view)) return t("console.lies_note");
  if (does === "read-card" && view.order?.to_open === view.staff?.expects.hand) return t("console.read_note");
  if (view.arranging !== undefined) return t("console.sets_note");
  if (view.asking !== null) return t("console.double_note");
  if (does === "show-hand" || does === "call-result") return t("console.open_note");
  if (isForAll(view)) return t("console.common_note");
  return view.order?.first == null ? "" : t("console.packet_note", { seat: view.order.first });
}

export const parts: DealerParts = { Felt, Decide, Payments, sentence, reason, result: (last) => resultTold(last) };
