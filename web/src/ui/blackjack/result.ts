import { count, isNatural } from "./count";
import { t } from "./words";

/** A round of this game has a dealer's hand; no other does. */
export const isDealt = (cards: Record<string, string[]>): boolean => cards["dealer"] !== undefined;

/** "Dealer has 19." */
export function dealerSentence(cards: Record<string, string[]>): string {
  const dealer = cards["dealer"] ?? [];
  if (isNatural(dealer)) return t("end.dealer_natural");
  const { total } = count(dealer);
  return t(total > 21 ? "end.dealer_broke" : "end.dealer", { total });
}
