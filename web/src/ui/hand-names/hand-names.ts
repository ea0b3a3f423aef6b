import { createTranslator } from "../../lib/i18n.svelte";
import { translateRulebookText } from "../../lib/rulebook-translations.svelte";
import { words } from "./words.en";
import type { MadeHand } from "./made-hand";

const t = createTranslator(words, import.meta.glob(["./words.*.ts", "!./words.en.ts"]));

type Rank = "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K" | "A";
const rankText = (rank: string | undefined): string => (rank === undefined ? "" : t(`rank.${rank as Rank}`));
const ranksText = (rank: string | undefined): string => (rank === undefined ? "" : t(`ranks.${rank as Rank}`));

/** Return the name of a made hand: "kings full of fours", "pair of queens, ace kicker". */
export function madeHandName(madeHand: MadeHand | null): string {
  if (madeHand === null) return "";
  const hand = t(`made.${madeHand.category}`, {
    high: rankText(madeHand.high),
    highs: ranksText(madeHand.high),
    seconds: ranksText(madeHand.second),
  });
  return madeHand.kicker === undefined ? hand : t("made.kicker", { hand, kicker: rankText(madeHand.kicker) });
}

/** Return the name of a made hand without its kicker. */
export function shortMadeHandName(madeHand: MadeHand | null): string {
  if (madeHand === null) return "";
  const { kicker: _, ...bare } = madeHand;
  return madeHandName(bare);
}

/** Return the name of a two-card hand: "ace-king", "pair of nines"; without a kicker as `madeHandName`. */
export function twoCardHandName(madeHand: MadeHand | null): string {
  return madeHand?.category === "high-card" && madeHand.kicker !== undefined
    ? t("made.cards", { high: rankText(madeHand.high), kicker: rankText(madeHand.kicker) })
    : madeHandName(madeHand);
}

const ROW_KEYS: Record<
  string,
  | "royal-flush"
  | "mini-royal"
  | "straight-flush"
  | "four"
  | "full-house"
  | "flush"
  | "straight"
  | "three"
  | "pair"
  | "five-aces"
  | "two-pair"
  | "three-pairs"
  | "royal-match"
  | "seven-straight-flush"
  | "seven-joker"
> = {
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

/** Return a row of a pay table in the viewer's language. */
export function payTableRowName(name: string): string {
  const [, hand = "", beaten] = /^(.*?)( beaten)?$/.exec(name) ?? [];
  const known = ROW_KEYS[hand.toLowerCase()];
  if (known === undefined) return translateRulebookText(name);
  return beaten === undefined ? t(`row.${known}`) : t("row.beaten", { row: t(`row.${known}`) });
}

/** Return the rank of a card for use in a sentence: "queen". */
export const rankName = (card: string): string => rankText(card[0]);
