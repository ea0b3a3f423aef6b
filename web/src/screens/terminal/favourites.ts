import type { BetsByWager } from "../../table/betting/bets";

const MAX_FAVOURITES = 6;
const keyOf = (rulebook: string): string => `croupier-favourites-${rulebook}`;

/** Load the favourite bets stored in this browser for a rulebook. */
export function loadFavourites(rulebook: string): BetsByWager[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(rulebook)) ?? "[]") as BetsByWager[];
  } catch {
    return [];
  }
}

export function saveFavourites(rulebook: string, favourites: readonly BetsByWager[]): BetsByWager[] {
  const stored = favourites.slice(0, MAX_FAVOURITES);
  localStorage.setItem(keyOf(rulebook), JSON.stringify(stored));
  return stored;
}
