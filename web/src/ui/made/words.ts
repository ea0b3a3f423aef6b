import { book } from "../../lib/words.svelte";
import { words } from "../../words/made.en";
import type { Made } from "./made";

const t = book(words, {
  es: () => import("../../words/made.es"),
  zh: () => import("../../words/made.zh"),
  vi: () => import("../../words/made.vi"),
});

type Rank = "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A";
const one = (rank: string | undefined): string => (rank === undefined ? "" : t(`rank.${rank as Rank}`));
const many = (rank: string | undefined): string => (rank === undefined ? "" : t(`ranks.${rank as Rank}`));

/** "kings full of fours", "pair of queens, ace kicker". */
export function madeName(made: Made | null): string {
  if (made === null) return "";
  const hand = t(`made.${made.kind}`, { high: one(made.high), highs: many(made.high), seconds: many(made.second) });
  return made.kicker === undefined ? hand : t("made.kicker", { hand, kicker: one(made.kicker) });
}

/** Of a hand that is named in passing: without its kicker. */
export function madeShort(made: Made | null): string {
  if (made === null) return "";
  const { kicker: _, ...bare } = made;
  return madeName(bare);
}

/** Of two cards: "ace-king", "pair of nines"; of one its rank. */
export function lowName(made: Made | null): string {
  return made?.kind === "high-card" && made.kicker !== undefined ? t("made.cards", { high: one(made.high), kicker: one(made.kicker) }) : madeName(made);
}

const ROWS: Record<string, "royal-flush" | "mini-royal" | "straight-flush" | "four" | "full-house" | "flush" | "straight" | "three" | "pair" | "five-aces" | "two-pair" | "three-pairs" | "royal-match" | "seven-straight-flush" | "seven-joker"> = {
  "royal flush": "royal-flush",
  "mini royal flush": "mini-royal",
  "straight flush": "straight-flush",
  "four of a kind": "four",
  "full house": "full-house",
  flush: "flush",
  straight: "straight",
  "three of a kind": "three",
  "one pair": "pair",
  "five aces": "five-aces",
  "two pairs": "two-pair",
  "three pairs": "three-pairs",
  "royal flush and royal match": "royal-match",
  "seven-card straight flush": "seven-straight-flush",
  "natural seven-card straight flush": "seven-straight-flush",
  "seven-card straight flush with joker": "seven-joker",
};

/** A row of a pay table in the reader's language; one that names no hand of ours as the rulebook has it. */
export function rowName(name: string): string {
  const [, hand = "", beaten] = /^(.*?)( beaten)?$/.exec(name) ?? [];
  const known = ROWS[hand.toLowerCase()];
  if (known === undefined) return name;
  return beaten === undefined ? t(`row.${known}`) : t("row.beaten", { row: t(`row.${known}`) });
}

/** A card's rank in a sentence: "queen". */
export const rankName = (card: string): string => one(card[0]);
