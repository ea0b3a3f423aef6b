import { visibleCards } from "../../../dealer/next-step";
import { t as dealer } from "../../../dealer/words";
import { tCommon } from "../../../lib/common-words";
import type { TableView } from "../../../lib/types";
import { handPoints } from "../points";
import { resultSentence } from "../result";
import { t } from "../words";

/** Why a third card is next: what either hand has, and that it draws or stands; at the end the result. */
export function nextStepReason(view: TableView): string {
  const expects = view.staff?.next_step;
  const hands = { player: visibleCards(view, "player"), banker: visibleCards(view, "banker") };
  if (expects?.command === "call-result") return resultSentence(hands, view.game.counts_cards);
  if (expects?.position_in_hand !== 3) return view.next_hand.free_hand ? dealer("why.free") : "";
  const [drawing, other] = expects.hand === "banker" ? (["banker", "player"] as const) : (["player", "banker"] as const);
  const verb = other === "banker" ? "console.two" : hands.player.length === 3 ? "console.drew" : "console.stands";
  const said = (hand: "player" | "banker") => ({ hand: tCommon(`side.${hand}`), total: handPoints(hands[hand]) });
  return `${t("console.draws", said(drawing))} ${t(verb, said(other))}`;
}
