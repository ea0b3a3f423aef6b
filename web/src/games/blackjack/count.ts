/** What a blackjack hand counts: tens and pictures ten, an ace one or eleven. */
export type Count = { total: number; soft: boolean };

export function value(card: string): number {
  const place = "A23456789".indexOf(card[0] ?? "");
  return place < 0 ? 10 : place + 1;
}

export function count(cards: readonly string[]): Count {
  const hard = cards.reduce((sum, card) => sum + value(card), 0);
  const soft = hard <= 11 && cards.some((card) => value(card) === 1);
  return { total: soft ? hard + 10 : hard, soft };
}

export function isNatural(cards: readonly string[]): boolean {
  return cards.length === 2 && count(cards).total === 21;
}
