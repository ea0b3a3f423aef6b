import type { Suit } from "../../lib/cards";

/** SVG paths of the four suits, each in a square of 100 by 100. */
export const SUIT_PATHS: Record<Suit, string> = {
  s: "M50 5C60 26 90 42 90 66 90 80 79 88 68 87 60 86 55 81 53 74 54 85 58 92 65 97H35C42 92 46 85 47 74 45 81 40 86 32 87 21 88 10 80 10 66 10 42 40 26 50 5Z",
  h: "M50 95C34 74 7 56 7 32 7 17 18 7 30 7 40 7 47 13 50 22 53 13 60 7 70 7 82 7 93 17 93 32 93 56 66 74 50 95Z",
  d: "M50 3C58 20 70 37 86 50 70 63 58 80 50 97 42 80 30 63 14 50 30 37 42 20 50 3Z",
  c: "M50 5C63 5 73 15 73 28 73 36 69 43 63 47 69 43 75 42 80 43 89 45 95 54 93 65 91 77 80 83 69 80 60 78 55 72 53 66 54 80 58 91 65 97H35C42 91 46 80 47 66 45 72 40 78 31 80 20 83 9 77 7 65 5 54 11 45 20 43 25 42 31 43 37 47 31 43 27 36 27 28 27 15 37 5 50 5Z",
};

type PipPosition = readonly [x: number, y: number];
const FOUR_CORNERS: readonly PipPosition[] = [
  [33, 31],
  [67, 31],
  [33, 109],
  [67, 109],
];
const SIX_PIPS: readonly PipPosition[] = [...FOUR_CORNERS, [33, 70], [67, 70]];
const EIGHT_PIPS: readonly PipPosition[] = [...FOUR_CORNERS, [33, 57], [67, 57], [33, 83], [67, 83]];

/** Positions of the pips on a card of 100 by 140, by rank, in the traditional arrangement. */
export const PIP_POSITIONS: Readonly<Record<string, readonly PipPosition[]>> = {
  A: [[50, 70]],
  "2": [
    [50, 31],
    [50, 109],
  ],
  "3": [
    [50, 31],
    [50, 70],
    [50, 109],
  ],
  "4": FOUR_CORNERS,
  "5": [...FOUR_CORNERS, [50, 70]],
  "6": SIX_PIPS,
  "7": [...SIX_PIPS, [50, 50.5]],
  "8": [...SIX_PIPS, [50, 50.5], [50, 89.5]],
  "9": [...EIGHT_PIPS, [50, 70]],
  "10": [...EIGHT_PIPS, [50, 44], [50, 96]],
};
