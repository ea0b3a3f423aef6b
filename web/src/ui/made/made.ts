import type { HandValue } from "../../lib/types";

/** What a hand has come to. Ranks are written as on the cards: "A", "K", "T", "9". */
export type Kind = "high-card" | "pair" | "two-pair" | "three" | "straight" | "flush" | "full-house" | "four" | "straight-flush" | "royal-flush" | "mini-royal" | "five";
/** `high`: the rank that names it; `second`: the other pair, or what it is full of; `kicker`: the next card that counts. */
export type Made = { kind: Kind; high: string; second?: string; kicker?: string };

const ORDER = "23456789TJQKA";
const NAMES = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];
const KINDS: Record<string, Kind> = {
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

/** What the server says a hand has come to; null where it says nothing. */
export function madeOf(hand: HandValue | undefined): Made | null {
  const kind = KINDS[hand?.category ?? ""];
  if (hand === undefined || kind === undefined) return null;
  const [high = "", second, third] = hand.ranks;
  if (kind === "two-pair") return { kind, high, second: second ?? "", ...(third === undefined ? {} : { kicker: third }) };
  if (kind === "full-house") return { kind, high, second: second ?? "" };
  const hasKicker = kind === "high-card" || kind === "pair" || kind === "three" || kind === "four";
  return hasKicker && second !== undefined ? { kind, high, kicker: second } : { kind, high };
}

const ONE = `(${NAMES.join("|")})`;
const MANY = `(${NAMES.map((name) => (name === "six" ? "sixes" : `${name}s`)).join("|")})`;
const KICKER = `(?:, ${ONE} kicker)?`;
const PATTERNS: readonly [RegExp, Kind, readonly ("high" | "second" | "kicker")[]][] = [
  [/^royal flush$/, "royal-flush", []],
  [/^mini royal flush$/, "mini-royal", []],
  [new RegExp(`^${ONE}-high straight flush`), "straight-flush", ["high"]],
  [new RegExp(`^${ONE}-high straight`), "straight", ["high"]],
  [new RegExp(`^${ONE}-high flush$`), "flush", ["high"]],
  [new RegExp(`^${MANY} full of ${MANY}$`), "full-house", ["high", "second"]],
  [new RegExp(`^${MANY} and ${MANY}${KICKER}$`), "two-pair", ["high", "second", "kicker"]],
  [new RegExp(`^pair of ${MANY}${KICKER}$`), "pair", ["high", "kicker"]],
  [new RegExp(`^three ${MANY}${KICKER}$`), "three", ["high", "kicker"]],
  [new RegExp(`^four ${MANY}${KICKER}$`), "four", ["high", "kicker"]],
  [new RegExp(`^five ${MANY}$`), "five", ["high"]],
  [new RegExp(`^${ONE} high, ${ONE} kicker$`), "high-card", ["high", "kicker"]],
];

function rankNamed(word: string): string {
  const place = NAMES.findIndex((name) => word === name || word === `${name}s` || word === `${name}es`);
  return ORDER[place] ?? "";
}

/** A hand as the house calls it, "kings full of fours", read back; null for a name that is not one of ours. */
export function readName(name: string): Made | null {
  for (const [pattern, kind, parts] of PATTERNS) {
    const match = pattern.exec(name);
    if (match === null) continue;
    const made: Made = { kind, high: "A" };
    parts.forEach((part, nth) => {
      const word = match[nth + 1];
      if (word !== undefined) made[part] = rankNamed(word);
    });
    return made;
  }
  return null;
}
