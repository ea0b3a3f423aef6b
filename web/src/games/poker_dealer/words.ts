import { book } from "../../lib/words.svelte";
import { dollars } from "../../lib/money";
import type { PokerState } from "../../lib/types";
import { words } from "./words/en";
import type { Made } from "./made";
import { seatOf } from "./felt";

/** What the poker games say, on every screen. */
export const t = book(words, {
  es: () => import("./words/es"),
  zh: () => import("./words/zh"),
  vi: () => import("./words/vi"),
});

/** How many antes a Play wager is: 4 for "play-4", and for "4x" as the odds have it; null for "play", "check" and "fold". */
export function timesOf(choice: string): number | null {
  const match = /^(?:play-(\d+)|(\d+)x)$/.exec(choice);
  return match === null ? null : Number(match[1] ?? match[2]);
}

/** "Play 4x", "Check". */
export function choiceName(choice: string): string {
  const times = timesOf(choice);
  if (times !== null) return t("do.times", { times });
  return choice === "fold" || choice === "check" || choice === "play" ? t(`do.${choice}`) : choice;
}

/** "Play 4x $40": with what it costs, where it costs anything. */
export function choiceFor(choice: string, cents: number): string {
  return cents === 0 ? choiceName(choice) : t("do.for", { choice: choiceName(choice), amount: dollars(cents) });
}

export function stateName(state: PokerState): string {
  return t(`state.${state}`);
}

/** "Seat 2", "Board", "Player-dealer". */
export function handName(name: string): string {
  const seat = seatOf(name);
  if (seat !== null) return t("seat", { seat });
  return name === "board" ? t("board") : t("dealer");
}

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

const ROWS: Record<string, "royal-flush" | "mini-royal" | "straight-flush" | "four" | "full-house" | "flush" | "straight" | "three" | "pair"> = {
  "royal flush": "royal-flush",
  "mini royal flush": "mini-royal",
  "straight flush": "straight-flush",
  "four of a kind": "four",
  "full house": "full-house",
  flush: "flush",
  straight: "straight",
  "three of a kind": "three",
  "one pair": "pair",
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
