import { hasWords } from "../lib/search";
import type { LobbyTile } from "../lib/types";
import { isPlayable } from "./status";

export const KINDS = ["all", "open_only", "house_banked", "player_dealt", "dealer_tables"] as const;
export type Kind = (typeof KINDS)[number];
export const SHELVES = ["every", "favourites", "recents"] as const;
export type Shelf = (typeof SHELVES)[number];
/** Stakes that people ask for, in cents. */
export const STAKES = [500, 1000, 2500, 10_000, 50_000] as const;

/** What somebody looks for; empty or null: anything. */
export type Wish = { words: string; game: string; stake: number | null; language: string; kind: Kind };
export const ANYTHING: Readonly<Wish> = { words: "", game: "", stake: null, language: "", kind: "all" };

const KEEPS: Record<Kind, (tile: LobbyTile) => boolean> = {
  all: () => true,
  open_only: isPlayable,
  house_banked: (tile) => tile.banking === "house",
  player_dealt: (tile) => tile.banking === "player-dealer",
  dealer_tables: (tile) => tile.mode !== "automated",
};

/** Whether a table is what somebody looks for. `game`: what its game is called; `called`: the table itself. */
export function isWished(tile: LobbyTile, wish: Wish, game: string, called: string): boolean {
  return (
    KEEPS[wish.kind](tile) &&
    (wish.game === "" || wish.game === game) &&
    (wish.stake === null || takes(tile, wish.stake)) &&
    (wish.language === "" || tile.languages.includes(wish.language)) &&
    hasWords(wish.words, [tile.title, called, game, ...tile.other_names, tile.house, String(tile.number)])
  );
}

/** What one brings to a table has no upper end where its rules set none. */
function takes({ limit, buy_in }: LobbyTile, cents: number): boolean {
  return limit.least_cents <= cents && (buy_in?.most_cents === null || cents <= limit.most_cents);
}

/** A newcomer's first look falls on a table that can be played at once; what one likes comes before that. */
export function ordered(tiles: readonly LobbyTile[], favourites: readonly string[]): LobbyTile[] {
  const weight = (tile: LobbyTile): number => (favourites.includes(tile.table) ? 4 : 0) + (tile.bets_open ? 2 : 0) + (tile.seats_taken < tile.seats ? 1 : 0);
  return [...tiles].sort((one, other) => weight(other) - weight(one));
}

/** The languages that any table says are spoken there. */
export function languagesOf(tiles: readonly LobbyTile[]): string[] {
  return [...new Set(tiles.flatMap((tile) => tile.languages))].sort();
}

/** The games there are tables of, by what people call them: those with the most tables first. */
export function gamesOf(tiles: readonly LobbyTile[], gameOf: (tile: LobbyTile) => string): { title: string; family: string }[] {
  const found = new Map<string, { family: string; tables: number }>();
  for (const tile of tiles) {
    const title = gameOf(tile);
    if (title !== "") found.set(title, { family: tile.family, tables: (found.get(title)?.tables ?? 0) + 1 });
  }
  return [...found].sort(([, one], [, other]) => other.tables - one.tables).map(([title, { family }]) => ({ title, family }));
}
