/** SVG paths of the four suits, about nine units high, centred at 0, 0. */
export const SUIT_PATHS = {
  h: "M0 3.8C-5-.2-4-4-1.6-4-.6-4 0-3.2 0-2.5 0-3.2.6-4 1.6-4 4-4 5-.2 0 3.8z",
  d: "M0-4.6 3.2 0 0 4.6-3.2 0z",
  s: "M0-4.6C3.8-1.2 4.2-.2 4.2 1c0 1.6-1.9 2.2-3.3 1L1.5 4.2h-3L-.9 2C-2.3 3.2-4.2 2.6-4.2 1-4.2-.2-3.8-1.2 0-4.6z",
  c: "M0-4.5a2 2 0 0 1 1.6 3.2A2 2 0 1 1 .6 1.7L1.3 4.2h-2.6L-.6 1.7A2 2 0 1 1-1.6-1.3 2 2 0 0 1 0-4.5z",
} as const;
export type DrawnSuit = keyof typeof SUIT_PATHS;
export const isSuit = (letter: string): letter is DrawnSuit => letter in SUIT_PATHS;
export const isRedSuit = (suit: DrawnSuit): boolean => suit === "h" || suit === "d";

/** SVG paths of the headwear of jack, queen and king (a feathered cap, a diadem, a crown), about 16 to 20 units wide. */
export const COURT_HEADWEAR_PATHS = {
  J: "M-8 6C-8 0-5-4 0-4c3 0 5 1 6 3C7-6 10-8 12-9 13-4 11 1 8 4v2z",
  Q: "M-9 6C-9 1-8-2-7-4c2 1 3 3 4 4 0-3 1-6 3-8 2 2 3 5 3 8 1-1 2-3 4-4 1 2 2 5 2 10z",
  K: "M-9 6-10-6-5 0 0-9 5 0 10-6 9 6z",
} as const;
export const isCourt = (letter: string): letter is keyof typeof COURT_HEADWEAR_PATHS => letter in COURT_HEADWEAR_PATHS;
