import { visibleCards } from "../../../table/dealer/next-step";
import { t as dealerText } from "../../../table/dealer/words";
import { tCommon } from "../../../lib/common-words";
import type { TableView } from "../../../lib/types";
import type { DealerParts } from "../../../table/game-parts";
import { handPoints } from "../points";
import { resultSentence } from "../sentences";
import { t } from "../words";

/** Returns why a third card is drawn: the totals of both hands, and which one draws or stands. At the end it returns the result. */
export function nextStepReason(view: TableView): string {
  const nextStep = view.staff?.next_step;
  const hands = { player: visibleCards(view, "player"), banker: visibleCards(view, "banker") };
  if (nextStep?.command === "call-result") return resultSentence(hands, view.game.counts_cards);
  if (nextStep?.position_in_hand !== 3) return view.next_hand.free_hand ? dealerText("why.free") : "";
  const [drawing, other] = nextStep.hand === "banker" ? (["banker", "player"] as const) : (["player", "banker"] as const);
  const verb = other === "banker" ? "console.two" : hands.player.length === 3 ? "console.drew" : "console.stands";
  const handAndTotal = (hand: "player" | "banker") => ({ hand: tCommon(`side.${hand}`), total: handPoints(hands[hand]) });
  return `${t("console.draws", handAndTotal(drawing))} ${t(verb, handAndTotal(other))}`;
}

export const dealer = {
  Decide: null,
  nextStepSentence: () => null,
  nextStepReason,
  resultSentence: (last) => resultSentence(last.cards),
} satisfies Partial<DealerParts>;
