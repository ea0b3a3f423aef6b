import type { TableView } from "../../../lib/types";
import { formatList } from "../../../terminal/format-list";
import type { DealerParts } from "../../parts";
import { resultSentence } from "../hands";
import { handName, t } from "../words";
import Felt from "./Felt.svelte";
import PointTransfers from "./PointTransfers.svelte";

/** Returns the dealer's next step; null where the console has a sentence of its own. */
function nextStepSentence(view: TableView): string | null {
  const nextStep = view.staff?.next_step;
  if (nextStep === undefined) return null;
  if (view.phase === "between-rounds") return betweenHandsSentence(view);
  if (view.phase !== "dealing") return null;
  if (nextStep.command === "read-card" && nextStep.hand !== undefined)
    return t("console.deal", { hand: handName(nextStep.hand), nth: nextStep.position_in_hand ?? 1 });
  if (nextStep.command === "arrange-cards") return t("console.setting");
  if (nextStep.command === "show-hand" && nextStep.hand !== undefined) return t("console.open", { hand: handName(nextStep.hand) });
  return nextStep.command === "call-result" ? t("console.call") : null;
}

function betweenHandsSentence(view: TableView): string | null {
  const command = view.staff?.next_step.command ?? null;
  if (command === "deal-hand") return t("console.next");
  if (command === "draw-button") return t("console.button");
  return view.table_stakes?.can_start_hand === false && command === null
    ? t("console.players", { count: view.table_stakes.least_players })
    : null;
}

function nextStepReason(view: TableView): string {
  if (view.staff?.next_step.command === "read-card") return t("console.why_deal");
  const done = view.arrangements?.done_seats ?? [];
  const isHouseWay = view.arrangements?.requests.some((request) => request.default_choice === "house-way");
  return view.arrangements === undefined
    ? ""
    : t(isHouseWay ? "console.why_setting_house" : "console.why_setting", { done: done.length === 0 ? "–" : formatList(done.map(String)) });
}

export const parts: DealerParts = { Felt, Decide: null, Payments: PointTransfers, nextStepSentence, nextStepReason, resultSentence };
