import { book } from "../../lib/words.svelte";
import { lowName, madeShort } from "../../ui/made/words";
import type { Made } from "../../ui/made/made";
import { words } from "./words/en";

/** What pai gow poker says, on every screen. */
export const t = book(words, {
  es: () => import("./words/es"),
  zh: () => import("./words/zh"),
  vi: () => import("./words/vi"),
});

export type Part = "high" | "low";
export const PARTS: readonly Part[] = ["high", "low"];

/** "Three aces"; of a low hand "pair of nines", "ace-king". */
export const partName = (part: Part, made: Made | null): string => (part === "low" ? lowName(made) : madeShort(made));

/** "Seat 2", "Seat 2, High hand", "Player-dealer". */
export function handName(name: string): string {
  const [, who = "", seat, part] = /^(\w+)(?::(\d+))?(?:\/(\w+))?$/.exec(name) ?? [];
  const whose = seat !== undefined ? t("seat", { seat }) : who === "player" || who === "banker" ? t(who) : t("dealer");
  return part === "high" || part === "low" ? t("hand.of", { who: whose, hand: t(part) }) : whose;
}

export const choiceName = (choice: string): string => (choice === "double-down" || choice === "stay" ? t(`do.${choice}`) : choice);
