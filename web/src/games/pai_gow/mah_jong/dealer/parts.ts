import { nameOf } from "../../../../dealer/next";
import type { DealerParts } from "../../../parts";
import { resultTold } from "../terminal/said";
import { t } from "../words";
import Felt from "./Felt.svelte";
import Payments from "./Payments.svelte";

/** The die, the stacks tile by tile, whose hand is opened. */
const sentence: DealerParts["sentence"] = (view) => {
  const expects = view.staff?.expects;
  if (expects === undefined || view.phase !== "dealing") return null;
  if (expects.do === "roll-dice") return t("console.die");
  if (expects.hand === undefined) return null;
  if (expects.do === "show-hand") return t("console.open", { hand: nameOf(expects.hand, view) });
  return expects.do === "read-card" && expects.nth !== undefined ? t("console.tile", { hand: nameOf(expects.hand, view), nth: expects.nth }) : null;
};

const reason: DealerParts["reason"] = (view) => {
  const does = view.staff?.expects.do;
  if (does === "roll-dice") return t("console.die_note");
  if (does === "show-hand" || does === "call-result" || view.order?.to_open === view.staff?.expects.hand) return t("console.open_note");
  return view.order?.first == null ? "" : t("console.tile_note", { seat: view.order.first });
};

export const parts: DealerParts = { Felt, Decide: null, Payments, sentence, reason, result: (last) => resultTold(last) };
