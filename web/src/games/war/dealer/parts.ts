import { handName } from "../../../dealer/next-step";
import Payments from "../../../dealer/Payments.svelte";
import type { TableView } from "../../../lib/types";
import { faceUpCards } from "../../../ui/hands-on-table";
import type { DealerParts } from "../../parts";
import { resultSentence, warState } from "../war-state";
import { t } from "../words";
import Felt from "./Felt.svelte";

/** Which hand gets the next card, and that it is a war's. */
function nextStepSentence(view: TableView): string | null {
  const expects = view.staff?.next_step;
  if (expects?.command !== "read-card" || expects.hand === undefined || expects.position_in_hand === undefined) return null;
  const hand = handName(expects.hand, view);
  return expects.position_in_hand === 1 ? t("console.first", { hand }) : t("console.war", { hand, nth: expects.position_in_hand - 1 });
}

/** Why: the cards are equal; at the end the result. */
function nextStepReason(view: TableView): string {
  const standing = warState(faceUpCards(view));
  if (standing === null) return t("console.sides");
  return standing.winner === "tie" ? t("war.next") : resultSentence(standing);
}

export const parts: DealerParts = { Felt, Decide: null, Payments, nextStepSentence, nextStepReason, resultSentence: (last) => resultSentence(warState(last.cards)) };
