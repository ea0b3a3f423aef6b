import { shownCards } from "../../../dealer/next";
import { t as dealer } from "../../../dealer/words";
import { common } from "../../../lib/common";
import type { TableView } from "../../../lib/types";
import { points } from "../points";
import { resultSentence } from "../result";
import { t } from "../words";

/** Why a third card is next: what either hand has, and that it draws or stands; at the end the result. */
export function dealingReason(view: TableView): string {
  const expects = view.staff?.next_step;
  const hands = { player: shownCards(view, "player"), banker: shownCards(view, "banker") };
  if (expects?.command === "call-result") return resultSentence(hands, view.game.counts_cards);
  if (expects?.position_in_hand !== 3) return view.next_hand.free_hand ? dealer("why.free") : "";
  const [drawing, other] = expects.hand === "banker" ? (["banker", "player"] as const) : (["player", "banker"] as const);
  const verb = other === "banker" ? "console.two" : hands.player.length === 3 ? "console.drew" : "console.stands";
  const said = (hand: "player" | "banker") => ({ hand: common(`side.${hand}`), total: points(hands[hand]) });
  return `${t("console.draws", said(drawing))} ${t(verb, said(other))}`;
}
