import type { TableView } from "../../../lib/types";
import { listed } from "../../../terminal/listed";
import type { DealerParts } from "../../parts";
import { bestTold } from "../felt";
import { handName, t } from "../words";
import Felt from "./Felt.svelte";
import Moves from "./Moves.svelte";

/** The one sentence; null where the console has its own. */
function sentence(view: TableView): string | null {
  const expects = view.staff?.next_step;
  if (expects === undefined) return null;
  if (view.phase === "between-rounds") return betweenSentence(view);
  if (view.phase !== "dealing") return null;
  if (expects.command === "read-card" && expects.hand !== undefined) return t("console.deal", { hand: handName(expects.hand), nth: expects.position_in_hand ?? 1 });
  if (expects.command === "arrange-cards") return t("console.setting");
  if (expects.command === "show-hand" && expects.hand !== undefined) return t("console.open", { hand: handName(expects.hand) });
  return expects.command === "call-result" ? t("console.call") : null;
}

function betweenSentence(view: TableView): string | null {
  const wanted = view.staff?.next_step.command ?? null;
  if (wanted === "deal-hand") return t("console.next");
  if (wanted === "draw-button") return t("console.button");
  return view.table_stakes?.can_start_hand === false && wanted === null ? t("console.players", { count: view.table_stakes.least_players }) : null;
}

function reason(view: TableView): string {
  if (view.staff?.next_step.command === "read-card") return t("console.why_deal");
  const done = view.arrangements?.done_seats ?? [];
  const isHouses = view.arrangements?.requests.some((one) => one.default_choice === "house-way");
  return view.arrangements === undefined ? "" : t(isHouses ? "console.why_setting_house" : "console.why_setting", { done: done.length === 0 ? "–" : listed(done.map(String)) });
}

export const parts: DealerParts = { Felt, Decide: null, Payments: Moves, sentence, reason, result: bestTold };
