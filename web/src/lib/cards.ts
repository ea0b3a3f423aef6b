import { tCommon } from "./common-words";
import { isTile, tileName } from "./tiles";

/** Suit letter, the second character of a card as the server sends it: "Ts", "9h". The joker is "JK". */
export type Suit = "s" | "h" | "d" | "c";
export type CardFace = { rank: string; suit: Suit; isRed: boolean; symbol: string };

const SUIT_SYMBOLS: Record<Suit, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"] as const;
export const SUITS: readonly Suit[] = ["s", "h", "d", "c"];
export const JOKER = "JK";
/** In an archived round, a card that was folded face down. */
export const HIDDEN_CARD = "??";
type NamedRank = "A" | "J" | "Q" | "K";

export const isJoker = (card: string): boolean => card === JOKER;

/** Return the rank, suit, colour and suit symbol to print on a card. A joker has a star, a tile its numbers as the rank. */
export function cardFace(card: string): CardFace {
  if (isJoker(card)) return { rank: "★", suit: "s", isRed: false, symbol: "" };
  if (isTile(card)) return { rank: card, suit: "s", isRed: false, symbol: "" };
  const suit = card.slice(-1) as Suit;
  return { rank: card[0] === "T" ? "10" : (card[0] ?? ""), suit, isRed: suit === "h" || suit === "d", symbol: SUIT_SYMBOLS[suit] };
}

/** Return the name of a card or tile in the viewer's language, such as "king of spades". */
export function cardName(card: string): string {
  if (isJoker(card)) return tCommon("card.joker");
  if (isTile(card)) return tileName(card);
  const { rank, suit } = cardFace(card);
  return tCommon("card.spoken", {
    rank: "AJQK".includes(rank) ? tCommon(`card.rank.${rank as NamedRank}`) : rank,
    suit: tCommon(`card.suit.${suit}`),
  });
}
