import { nameOf } from "../../../dealer/next";
import Payments from "../../../dealer/Payments.svelte";
import type { TableView } from "../../../lib/types";
import { cardsSeen } from "../../../ui/felt";
import type { DealerParts } from "../../parts";
import { resultOf, standingOf } from "../standing";
import { t } from "../words";
import Felt from "./Felt.svelte";

/** Which hand gets the next card, and that it is a war's. */
function sentence(view: TableView): string | null {
  const expects = view.staff?.next_step;
  if (expects?.command !== "read-card" || expects.hand === undefined || expects.position_in_hand === undefined) return null;
  const hand = nameOf(expects.hand, view);
  return expects.position_in_hand === 1 ? t("console.first", { hand }) : t("console.war", { hand, nth: expects.position_in_hand - 1 });
}

/** Why: the cards are equal; at the end the result. */
function reason(view: TableView): string {
  const standing = standingOf(cardsSeen(view));
  if (standing === null) return t("console.sides");
  return standing.winner === "tie" ? t("war.next") : resultOf(standing);
}

export const parts: DealerParts = { Felt, Decide: null, Payments, sentence, reason, result: (last) => resultOf(standingOf(last.cards)) };
