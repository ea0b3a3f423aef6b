import { common } from "./common";
import { isTile, spokenTile } from "./tiles";

/** A card as the server writes it, rank then suit: "Ts", "9h"; the joker is "JK". */
export type Suit = "s" | "h" | "d" | "c";
export type Face = { rank: string; suit: Suit; isRed: boolean; symbol: string };

const SYMBOLS: Record<Suit, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"] as const;
export const SUITS: readonly Suit[] = ["s", "h", "d", "c"];
export const JOKER = "JK";
type Named = "A" | "J" | "Q" | "K";

export const isJoker = (card: string): boolean => card === JOKER;

export function face(card: string): Face {
  if (isJoker(card)) return { rank: "★", suit: "s", isRed: false, symbol: "" };
  // A tile has no suit: it is written by its numbers.
  if (isTile(card)) return { rank: card, suit: "s", isRed: false, symbol: "" };
  const suit = card.slice(-1) as Suit;
  return { rank: card[0] === "T" ? "10" : (card[0] ?? ""), suit, isRed: suit === "h" || suit === "d", symbol: SYMBOLS[suit] };
}

/** "king of spades"; a tile by its own name; in the reader's language. */
export function spoken(card: string): string {
  if (isJoker(card)) return common("card.joker");
  if (isTile(card)) return spokenTile(card);
  const { rank, suit } = face(card);
  return common("card.spoken", { rank: "AJQK".includes(rank) ? common(`card.rank.${rank as Named}`) : rank, suit: common(`card.suit.${suit}`) });
}
