/** The four suits as outlines, about nine units high around the middle. */
export const SUITS = {
  h: "M0 3.8C-5-.2-4-4-1.6-4-.6-4 0-3.2 0-2.5 0-3.2.6-4 1.6-4 4-4 5-.2 0 3.8z",
  d: "M0-4.6 3.2 0 0 4.6-3.2 0z",
  s: "M0-4.6C3.8-1.2 4.2-.2 4.2 1c0 1.6-1.9 2.2-3.3 1L1.5 4.2h-3L-.9 2C-2.3 3.2-4.2 2.6-4.2 1-4.2-.2-3.8-1.2 0-4.6z",
  c: "M0-4.5a2 2 0 0 1 1.6 3.2A2 2 0 1 1 .6 1.7L1.3 4.2h-2.6L-.6 1.7A2 2 0 1 1-1.6-1.3 2 2 0 0 1 0-4.5z",
} as const;
export type Suit = keyof typeof SUITS;
export const isRed = (suit: Suit): boolean => suit === "h" || suit === "d";
