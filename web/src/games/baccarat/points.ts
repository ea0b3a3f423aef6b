/** Returns the points of a hand; null if it has no cards or one is face down. */
export function totalIfAllFaceUp(cards: readonly (string | null)[]): number | null {
  const faceUp = cards.filter((card) => card !== null);
  return faceUp.length === 0 || faceUp.length < cards.length ? null : handPoints(faceUp);
}

/** Returns the points of a hand: tens and face cards count 0, and only the last digit of the sum counts. */
export function handPoints(cards: readonly string[]): number {
  return cards.reduce((sum, card) => sum + ("A23456789".indexOf(card[0] ?? "") + 1), 0) % 10;
}
