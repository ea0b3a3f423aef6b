import { createTranslator } from "../../lib/i18n.svelte";
import { words } from "../../words/hand-names.en";
import type { MadeHand } from "./made-hand";

const t = createTranslator(words, {
  es: () => import("../../words/hand-names.es"),
  zh: () => import("../../words/hand-names.zh"),
  vi: () => import("../../words/hand-names.vi"),
});

type Rank = "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A";
const rankText = (rank: string | undefined): string => (rank === undefined ? "" : t(`rank.${rank as Rank}`));
const ranksText = (rank: string | undefined): string => (rank === undefined ? "" : t(`ranks.${rank as Rank}`));

/** "kings full of fours", "pair of queens, ace kicker". */
export function madeHandName(made: MadeHand | null): string {
  if (made === null) return "";
  const hand = t(`made.${made.category}`, { high: rankText(made.high), highs: ranksText(made.high), seconds: ranksText(made.second) });
  return made.kicker === undefined ? hand : t("made.kicker", { hand, kicker: rankText(made.kicker) });
}

/** Of a hand that is named in passing: without its kicker. */
export function shortMadeHandName(made: MadeHand | null): string {
  if (made === null) return "";
  const { kicker: _, ...bare } = made;
  return madeHandName(bare);
}

/** Of two cards: "ace-king", "pair of nines"; of one its rank. */
export function twoCardHandName(made: MadeHand | null): string {
  return made?.category === "high-card" && made.kicker !== undefined ? t("made.cards", { high: rankText(made.high), kicker: rankText(made.kicker) }) : madeHandName(made);
}

const ROW_KEYS: Record<string, "royal-flush" | "mini-royal" | "straight-flush" | "four" | "full-house" | "flush" | "straight" | "three" | "pair" | "five-aces" | "two-pair" | "three-pairs" | "royal-match" | "seven-straight-flush" | "seven-joker"> = {
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
export function payTableRowName(name: string): string {
  const [, hand = "", beaten] = /^(.*?)( beaten)?$/.exec(name) ?? [];
  const known = ROW_KEYS[hand.toLowerCase()];
  if (known === undefined) return name;
  return beaten === undefined ? t(`row.${known}`) : t("row.beaten", { row: t(`row.${known}`) });
}

/** A card's rank in a sentence: "queen". */
export const rankName = (card: string): string => rankText(card[0]);
