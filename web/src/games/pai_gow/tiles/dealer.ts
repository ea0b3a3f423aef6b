import { nameOf } from "../../../dealer/next";
import type { DealerParts } from "../../parts";
import { parts as ofHands } from "../dealer/parts";
import { t } from "./words";

/** Tile by tile; for the rest as wherever hands are set. */
const sentence: DealerParts["sentence"] = (view) => {
  const expects = view.staff?.next_step;
  if (view.phase === "dealing" && expects?.command === "read-card" && expects.hand !== undefined && expects.position_in_hand !== undefined) return t("console.tile", { hand: nameOf(expects.hand, view), nth: expects.position_in_hand });
  return ofHands.sentence(view);
};

const reason: DealerParts["reason"] = (view) => {
  const does = view.staff?.next_step.command;
  if (does === "roll-dice") return t("console.dice_note");
  if (does === "read-card" && view.action_order?.to_open === view.staff?.next_step.hand) return ofHands.reason(view);
  if (does === "read-card") return view.action_order?.first_seat == null ? "" : t("console.tile_note", { seat: view.action_order.first_seat });
  return ofHands.reason(view);
};

export const parts: DealerParts = { ...ofHands, Decide: null, sentence, reason };
