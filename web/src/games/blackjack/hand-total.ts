/** What a blackjack hand counts: tens and pictures ten, an ace one or eleven. */
export type HandTotal = { total: number; isSoft: boolean };

export function cardValue(card: string): number {
  const place = "A23456789".indexOf(card[0] ?? "");
  return place < 0 ? 10 : place + 1;
}

export function handTotal(cards: readonly string[]): HandTotal {
  const hard = cards.reduce((sum, card) => sum + cardValue(card), 0);
  const isSoft = hard <= 11 && cards.some((card) => cardValue(card) === 1);
  return { total: isSoft ? hard + 10 : hard, isSoft };
}

export function isNatural(cards: readonly string[]): boolean {
  return cards.length === 2 && handTotal(cards).total === 21;
}
