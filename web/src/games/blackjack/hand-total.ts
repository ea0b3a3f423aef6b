/** Total of a hand. It is soft if an ace counts 11. */
export type HandTotal = { total: number; isSoft: boolean };

/** Returns the value of a card: 1 for an ace, 10 for tens and face cards. */
export function cardValue(card: string): number {
  const index = "A23456789".indexOf(card[0] ?? "");
  return index < 0 ? 10 : index + 1;
}

export function handTotal(cards: readonly string[]): HandTotal {
  const hard = cards.reduce((sum, card) => sum + cardValue(card), 0);
  const isSoft = hard <= 11 && cards.some((card) => cardValue(card) === 1);
  return { total: isSoft ? hard + 10 : hard, isSoft };
}

export function isNatural(cards: readonly string[]): boolean {
  return cards.length === 2 && handTotal(cards).total === 21;
}
