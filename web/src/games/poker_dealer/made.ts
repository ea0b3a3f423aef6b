/** What a poker hand has come to. Ranks are written as on the cards: "A", "K", "T", "9". */
export type Kind = "high-card" | "pair" | "two-pair" | "three" | "straight" | "flush" | "full-house" | "four" | "straight-flush" | "royal-flush" | "mini-royal";
/** `high`: the rank that names it; `second`: the other pair, or what it is full of; `kicker`: the next card that counts. */
export type Made = { kind: Kind; high: string; second?: string; kicker?: string };

const ORDER = "23456789TJQKA";
const NAMES = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];
const FIVE: readonly Kind[] = ["high-card", "pair", "two-pair", "three", "straight", "flush", "full-house", "four", "straight-flush", "royal-flush"];
const THREE: readonly Kind[] = ["high-card", "pair", "flush", "straight", "three", "straight-flush", "mini-royal"];

const value = (card: string): number => ORDER.indexOf(card[0] ?? "");
const letter = (place: number): string => ORDER[place] ?? "";

type Ranked = { made: Made; strength: number[]; cards: readonly string[] };

/** The best of two to seven cards: of more than five, the best five of them. Null for fewer than two. */
export function bestOf(cards: readonly string[], isThreeCard = false): Ranked | null {
  if (cards.length < 2) return null;
  if (isThreeCard || cards.length <= 5) return ranked(cards, isThreeCard);
  return fivesOf(cards).map((five) => ranked(five, false)).reduce((one, other) => (isBetter(other, one) ? other : one));
}

/** The best of two own cards and the board; null while it hangs on a reading: whether the board alone may make a hand. */
export function holdemHand(own: readonly string[], board: readonly string[]): Ranked | null {
  const best = bestOf([...own, ...board]);
  if (best === null || board.length < 5) return best;
  const withOwn = fivesOf([...own, ...board]).filter((five) => five.some((card) => own.includes(card))).map((five) => ranked(five, false));
  return withOwn.find((one) => !isBetter(best, one)) ?? null;
}

/** Three cards; null for ace, two and three, which some tables count as a straight and some do not. */
export function threeCardHand(cards: readonly string[]): Ranked | null {
  const isWheel = ["A", "2", "3"].every((rank) => cards.some((card) => card[0] === rank));
  return cards.length !== 3 || isWheel ? null : ranked(cards, true);
}

function isBetter(one: Ranked, other: Ranked): boolean {
  const place = one.strength.findIndex((part, nth) => part !== other.strength[nth]);
  return place >= 0 && (one.strength[place] ?? 0) > (other.strength[place] ?? 0);
}

function fivesOf(cards: readonly string[], size = 5): string[][] {
  if (size === 0) return [[]];
  return cards.flatMap((card, place) => fivesOf(cards.slice(place + 1), size - 1).map((rest) => [card, ...rest]));
}

function ranked(cards: readonly string[], isThreeCard: boolean): Ranked {
  const groups = groupsOf(cards);
  const whole = isThreeCard ? 3 : 5;
  const top = cards.length === whole && groups.length === whole ? straightTop(groups.map(([rank]) => rank), whole) : null;
  const isFlush = cards.length === whole && new Set(cards.map((card) => card.slice(-1))).size === 1;
  const kind = kindOf(groups, top, isFlush, isThreeCard);
  const order = top === null ? groups.map(([rank]) => rank) : [top];
  return { made: nameOf(kind, order), strength: [(isThreeCard ? THREE : FIVE).indexOf(kind), ...order], cards };
}

/** Ranks and how often each is there: the largest group first, then the highest rank. */
function groupsOf(cards: readonly string[]): [number, number][] {
  const counts = new Map<number, number>();
  for (const card of cards) counts.set(value(card), (counts.get(value(card)) ?? 0) + 1);
  return [...counts].sort(([rank, count], [other, times]) => times - count || other - rank);
}

/** The highest card of a straight; an ace may also lie at the bottom. */
function straightTop(ranks: readonly number[], length: number): number | null {
  const [highest = 0, next = 0] = ranks;
  if (highest - (ranks.at(-1) ?? 0) === length - 1) return highest;
  return highest === 12 && next === length - 2 ? next : null;
}

function kindOf(groups: readonly [number, number][], top: number | null, isFlush: boolean, isThreeCard: boolean): Kind {
  if (top !== null && isFlush) return top === 12 ? (isThreeCard ? "mini-royal" : "royal-flush") : "straight-flush";
  if (top !== null) return "straight";
  if (isFlush) return "flush";
  const [first = 1, second = 1] = groups.map(([, count]) => count);
  if (first === 4) return "four";
  if (first === 3) return second === 2 ? "full-house" : "three";
  return first === 1 ? "high-card" : second === 2 ? "two-pair" : "pair";
}

function nameOf(kind: Kind, order: readonly number[]): Made {
  const [high, second, third] = order.map(letter);
  const made: Made = { kind, high: high ?? "" };
  if (kind === "two-pair") return { ...made, second: second ?? "", ...(third === undefined ? {} : { kicker: third }) };
  if (kind === "full-house") return { ...made, second: second ?? "" };
  const hasKicker = kind === "high-card" || kind === "pair" || kind === "three" || kind === "four";
  return hasKicker && second !== undefined ? { ...made, kicker: second } : made;
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
  [new RegExp(`^${ONE} high, ${ONE} kicker$`), "high-card", ["high", "kicker"]],
];

function rankNamed(word: string): string {
  const place = NAMES.findIndex((name) => word === name || word === `${name}s` || word === `${name}es`);
  return letter(place);
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

export function isSame(one: Made, other: Made): boolean {
  return one.kind === other.kind && one.high === other.high && one.second === other.second && one.kicker === other.kicker;
}
