import { count, isNatural } from "./count";
import { t } from "./words";

/** "Dealer has 19." */
export function dealerSentence(cards: Record<string, string[]>): string {
  const dealer = cards["dealer"] ?? [];
  if (isNatural(dealer)) return t("end.dealer_natural");
  const { total } = count(dealer);
  return t(total > 21 ? "end.dealer_broke" : "end.dealer", { total });
}
