import { handTotal, isNatural } from "./hand-total";
import { t } from "./words";

/** Returns the result of the dealer's hand: "Dealer has 19". */
export function dealerResultSentence(cards: Record<string, string[]>): string {
  const dealer = cards["dealer"] ?? [];
  if (isNatural(dealer)) return t("end.dealer_natural");
  const { total } = handTotal(dealer);
  return t(total > 21 ? "end.dealer_broke" : "end.dealer", { total });
}
