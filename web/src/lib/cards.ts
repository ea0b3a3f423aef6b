/** A card as the server writes it, rank then suit: "Ts", "9h". */
export type Suit = "s" | "h" | "d" | "c";
export type Face = { rank: string; suit: Suit; isRed: boolean; symbol: string };

const SYMBOLS: Record<Suit, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"] as const;
export const SUITS: readonly Suit[] = ["s", "h", "d", "c"];
const NAMES: Record<string, string> = { A: "ace", J: "jack", Q: "queen", K: "king", T: "10" };
const SUIT_NAMES: Record<Suit, string> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

export function face(card: string): Face {
  const suit = card.slice(-1) as Suit;
  return { rank: card[0] === "T" ? "10" : (card[0] ?? ""), suit, isRed: suit === "h" || suit === "d", symbol: SYMBOLS[suit] };
}

/** "king of spades" */
export function spoken(card: string): string {
  const rank = card[0] ?? "";
  return `${NAMES[rank] ?? rank} of ${SUIT_NAMES[card.slice(-1) as Suit]}`;
}
