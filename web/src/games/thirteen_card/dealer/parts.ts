import type { TableView } from "../../../lib/types";
import { listed } from "../../../terminal/listed";
import type { DealerParts } from "../../parts";
import { bestTold } from "../felt";
import { handName, t } from "../words";
import Felt from "./Felt.svelte";
import Moves from "./Moves.svelte";

/** The one sentence; null where the console has its own. */
function sentence(view: TableView): string | null {
  const expects = view.staff?.expects;
  if (expects === undefined) return null;
  if (view.phase === "between-rounds") return betweenSentence(view);
  if (view.phase !== "dealing") return null;
  if (expects.do === "read-card" && expects.hand !== undefined) return t("console.deal", { hand: handName(expects.hand), nth: expects.nth ?? 1 });
  if (expects.do === "arrange-cards") return t("console.setting");
  if (expects.do === "show-hand" && expects.hand !== undefined) return t("console.open", { hand: handName(expects.hand) });
  return expects.do === "call-result" ? t("console.call") : null;
}

function betweenSentence(view: TableView): string | null {
  const wanted = view.staff?.expects.do ?? null;
  if (wanted === "deal-hand") return t("console.next");
  if (wanted === "draw-button") return t("console.button");
  return view.stakes?.has_a_hand === false && wanted === null ? t("console.players", { count: view.stakes.least_players }) : null;
}

function reason(view: TableView): string {
  if (view.staff?.expects.do === "read-card") return t("console.why_deal");
  const done = view.arranging?.done ?? [];
  const isHouses = view.arranging?.settings.some((one) => one.silence === "house-way");
  return view.arranging === undefined ? "" : t(isHouses ? "console.why_setting_house" : "console.why_setting", { done: done.length === 0 ? "–" : listed(done.map(String)) });
}

export const parts: DealerParts = { Felt, Decide: null, Payments: Moves, sentence, reason, result: bestTold };
