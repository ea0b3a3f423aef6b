import type { HandValue } from "../../lib/types";

/** Category of a made hand. */
export type HandCategory =
  | "high-card"
  | "pair"
  | "two-pair"
  | "three"
  | "straight"
  | "flush"
  | "full-house"
  | "four"
  | "straight-flush"
  | "royal-flush"
  | "mini-royal"
  | "five";
/**
 * A hand and the ranks that name it, as in card codes: "A", "K", "T", "9". `high`: the first rank; `second`: the lower pair of two pairs or
 * the pair of a full house; `kicker`: the next card that counts.
 */
export type MadeHand = { category: HandCategory; high: string; second?: string; kicker?: string };

const RANKS_LOW_TO_HIGH = "23456789TJQKA";
const RANK_NAMES = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];
const CATEGORIES: Record<string, HandCategory> = {
  "high-card": "high-card",
  pair: "pair",
  "two-pair": "two-pair",
  "three-of-a-kind": "three",
  straight: "straight",
  flush: "flush",
  "full-house": "full-house",
  "four-of-a-kind": "four",
  "straight-flush": "straight-flush",
  "royal-flush": "royal-flush",
  "mini-royal": "mini-royal",
  "five-aces": "five",
  "five-of-a-kind": "five",
};

/** Convert the server's value of a hand; null if there is none or its category is unknown. */
export function madeHandFrom(hand: HandValue | undefined): MadeHand | null {
  const category = CATEGORIES[hand?.category ?? ""];
  if (hand === undefined || category === undefined) return null;
  const [high = "", second, third] = hand.ranks;
  if (category === "two-pair") return { category, high, second: second ?? "", ...(third === undefined ? {} : { kicker: third }) };
  if (category === "full-house") return { category, high, second: second ?? "" };
  const hasKicker = category === "high-card" || category === "pair" || category === "three" || category === "four";
  return hasKicker && second !== undefined ? { category, high, kicker: second } : { category, high };
}

const RANK_PATTERN = `(${RANK_NAMES.join("|")})`;
const RANKS_PATTERN = `(${RANK_NAMES.map((name) => (name === "six" ? "sixes" : `${name}s`)).join("|")})`;
const KICKER_PATTERN = `(?:, ${RANK_PATTERN} kicker)?`;
const NAME_PATTERNS: readonly [RegExp, HandCategory, readonly ("high" | "second" | "kicker")[]][] = [
  [/^royal flush$/, "royal-flush", []],
  [/^mini royal flush$/, "mini-royal", []],
  [new RegExp(`^${RANK_PATTERN}-high straight flush`), "straight-flush", ["high"]],
  [new RegExp(`^${RANK_PATTERN}-high straight`), "straight", ["high"]],
  [new RegExp(`^${RANK_PATTERN}-high flush$`), "flush", ["high"]],
  [new RegExp(`^${RANKS_PATTERN} full of ${RANKS_PATTERN}$`), "full-house", ["high", "second"]],
  [new RegExp(`^${RANKS_PATTERN} and ${RANKS_PATTERN}${KICKER_PATTERN}$`), "two-pair", ["high", "second", "kicker"]],
  [new RegExp(`^pair of ${RANKS_PATTERN}${KICKER_PATTERN}$`), "pair", ["high", "kicker"]],
  [new RegExp(`^three ${RANKS_PATTERN}${KICKER_PATTERN}$`), "three", ["high", "kicker"]],
  [new RegExp(`^four ${RANKS_PATTERN}${KICKER_PATTERN}$`), "four", ["high", "kicker"]],
  [new RegExp(`^five ${RANKS_PATTERN}$`), "five", ["high"]],
  [new RegExp(`^${RANK_PATTERN} high, ${RANK_PATTERN} kicker$`), "high-card", ["high", "kicker"]],
];

function rankFromName(word: string): string {
  const index = RANK_NAMES.findIndex((name) => word === name || word === `${name}s` || word === `${name}es`);
  return RANKS_LOW_TO_HIGH[index] ?? "";
}

/** Parse the server's name of a hand, such as "kings full of fours"; null for any other text. */
export function parseHandName(name: string): MadeHand | null {
  for (const [pattern, category, parts] of NAME_PATTERNS) {
    const match = pattern.exec(name);
    if (match === null) continue;
    const made: MadeHand = { category, high: "A" };
    parts.forEach((part, index) => {
      const word = match[index + 1];
      if (word !== undefined) made[part] = rankFromName(word);
    });
    return made;
  }
  return null;
}
