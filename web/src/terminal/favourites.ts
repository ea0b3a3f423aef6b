import type { BetsByWager } from "./bet-validation";

const MAX_FAVOURITES = 6;
const keyOf = (rulebook: string): string => `croupier-favourites-${rulebook}`;

/** Layouts a player keeps in this browser, for each rulebook its own. */
export function loadFavourites(rulebook: string): BetsByWager[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(rulebook)) ?? "[]") as BetsByWager[];
  } catch {
    return [];
  }
}

export function saveFavourites(rulebook: string, layouts: readonly BetsByWager[]): BetsByWager[] {
  const kept = layouts.slice(0, MAX_FAVOURITES);
  localStorage.setItem(keyOf(rulebook), JSON.stringify(kept));
  return kept;
}
