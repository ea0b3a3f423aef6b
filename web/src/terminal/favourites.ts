import type { Layout } from "./reasons";

const MOST = 6;
const keyOf = (rulebook: string): string => `croupier-favourites-${rulebook}`;

/** Layouts a player keeps in this browser, for each rulebook its own. */
export function favouritesOf(rulebook: string): Layout[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(rulebook)) ?? "[]") as Layout[];
  } catch {
    return [];
  }
}

export function keepFavourites(rulebook: string, layouts: readonly Layout[]): Layout[] {
  const kept = layouts.slice(0, MOST);
  localStorage.setItem(keyOf(rulebook), JSON.stringify(kept));
  return kept;
}
