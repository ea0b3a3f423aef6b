import { tCommon } from "./common-words";
import { isTile, tileName } from "./tiles";

/** A card as the server writes it, rank then suit: "Ts", "9h"; the joker is "JK". */
export type Suit = "s" | "h" | "d" | "c";
export type CardFace = { rank: string; suit: Suit; isRed: boolean; symbol: string };

const SUIT_SYMBOLS: Record<Suit, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"] as const;
export const SUITS: readonly Suit[] = ["s", "h", "d", "c"];
export const JOKER = "JK";
type NamedRank = "A" | "J" | "Q" | "K";

export const isJoker = (card: string): boolean => card === JOKER;

export function cardFace(card: string): CardFace {
  if (isJoker(card)) return { rank: "★", suit: "s", isRed: false, symbol: "" };
  // A tile has no suit: it is written by its numbers.
  if (isTile(card)) return { rank: card, suit: "s", isRed: false, symbol: "" };
  const suit = card.slice(-1) as Suit;
  return { rank: card[0] === "T" ? "10" : (card[0] ?? ""), suit, isRed: suit === "h" || suit === "d", symbol: SUIT_SYMBOLS[suit] };
}

/** "king of spades"; a tile by its own name; in the reader's language. */
export function cardName(card: string): string {
  if (isJoker(card)) return tCommon("card.joker");
  if (isTile(card)) return tileName(card);
  const { rank, suit } = cardFace(card);
  return tCommon("card.spoken", { rank: "AJQK".includes(rank) ? tCommon(`card.rank.${rank as NamedRank}`) : rank, suit: tCommon(`card.suit.${suit}`) });
}
