import { shownCards } from "../../../dealer/next";
import { t as dealer } from "../../../dealer/words";
import { common } from "../../../lib/common";
import type { TableView } from "../../../lib/types";
import { points } from "../points";
import { resultWords } from "../result";
import { t } from "../words";

/** Where the number of cards is bet on, the dealer calls it with the result. */
function cardsCalled(view: TableView): string {
  if (!view.wagers.some((wager) => wager.id.startsWith("total-cards"))) return "";
  return `. ${t("console.cards", { cards: shownCards(view, "player").length + shownCards(view, "banker").length })}`;
}

/** Why a third card is next: what either hand has, and that it draws or stands; at the end the result. */
export function dealingReason(view: TableView): string {
  const expects = view.staff?.expects;
  const hands = { player: shownCards(view, "player"), banker: shownCards(view, "banker") };
  if (expects?.do === "call-result") return `${resultWords(points(hands.player), points(hands.banker))}${cardsCalled(view)}`;
  if (expects?.nth !== 3) return view.next_hand.free_hand ? dealer("why.free") : "";
  const [drawing, other] = expects.hand === "banker" ? (["banker", "player"] as const) : (["player", "banker"] as const);
  const verb = other === "banker" ? "console.two" : hands.player.length === 3 ? "console.drew" : "console.stands";
  const said = (hand: "player" | "banker") => ({ hand: common(`side.${hand}`), total: points(hands[hand]) });
  return `${t("console.draws", said(drawing))} ${t(verb, said(other))}`;
}
