/** What a hand counts once all its cards are seen; null before. */
export function totalIfAllFaceUp(cards: readonly (string | null)[]): number | null {
  const seen = cards.filter((card) => card !== null);
  return seen.length === 0 || seen.length < cards.length ? null : handPoints(seen);
}

/** Points of a hand: pictures and tens count nothing, tens are dropped. */
export function handPoints(cards: readonly string[]): number {
  return cards.reduce((sum, card) => sum + ("A23456789".indexOf(card[0] ?? "") + 1), 0) % 10;
}
