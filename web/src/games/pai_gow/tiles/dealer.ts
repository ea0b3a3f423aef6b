import { nameOf } from "../../../dealer/next";
import type { DealerParts } from "../../parts";
import { parts as ofHands } from "../dealer/parts";
import { t } from "./words";

/** Tile by tile; for the rest as wherever hands are set. */
const sentence: DealerParts["sentence"] = (view) => {
  const expects = view.staff?.expects;
  if (view.phase === "dealing" && expects?.do === "read-card" && expects.hand !== undefined && expects.nth !== undefined) return t("console.tile", { hand: nameOf(expects.hand, view), nth: expects.nth });
  return ofHands.sentence(view);
};

const reason: DealerParts["reason"] = (view) => {
  const does = view.staff?.expects.do;
  if (does === "roll-dice") return t("console.dice_note");
  if (does === "read-card" && view.order?.to_open === view.staff?.expects.hand) return ofHands.reason(view);
  if (does === "read-card") return view.order?.first == null ? "" : t("console.tile_note", { seat: view.order.first });
  return ofHands.reason(view);
};

export const parts: DealerParts = { ...ofHands, Decide: null, sentence, reason };
