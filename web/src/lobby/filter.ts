import { matchesSearch } from "../lib/search";
import type { LobbyTile } from "../lib/types";
import { isPlayable } from "./tile-status";

export const TABLE_KINDS = ["all", "open_only", "house_banked", "player_dealt", "dealer_tables"] as const;
export type TableKind = (typeof TABLE_KINDS)[number];
export const TABLE_LISTS = ["every", "favourites", "recents"] as const;
export type TableList = (typeof TABLE_LISTS)[number];
/** Stakes that people ask for, in cents. */
export const STAKE_OPTIONS_CENTS = [500, 1000, 2500, 10_000, 50_000] as const;

/** What somebody looks for; empty or null: anything. */
export type TableFilter = { search: string; game: string; stakeCents: number | null; language: string; kind: TableKind };
export const EMPTY_FILTER: Readonly<TableFilter> = { search: "", game: "", stakeCents: null, language: "", kind: "all" };

const KIND_FILTERS: Record<TableKind, (tile: LobbyTile) => boolean> = {
  all: () => true,
  open_only: isPlayable,
  house_banked: (tile) => tile.banking === "house",
  player_dealt: (tile) => tile.banking === "player-dealer",
  dealer_tables: (tile) => tile.mode !== "automated",
};

/** Whether a table is what somebody looks for. `game`: what its game is called; `called`: the table itself. */
export function matchesFilter(tile: LobbyTile, filter: TableFilter, game: string, tableName: string): boolean {
  return (
    KIND_FILTERS[filter.kind](tile) &&
    (filter.game === "" || filter.game === game) &&
    (filter.stakeCents === null || acceptsStake(tile, filter.stakeCents)) &&
    (filter.language === "" || tile.languages.includes(filter.language)) &&
    matchesSearch(filter.search, [tile.title, tableName, game, ...tile.other_names, tile.house, String(tile.number)])
  );
}

/** What one brings to a table has no upper end where its rules set none. */
function acceptsStake({ limit, buy_in }: LobbyTile, cents: number): boolean {
  return limit.least_cents <= cents && (buy_in?.most_cents === null || cents <= limit.most_cents);
}

/** A newcomer's first look falls on a table that can be played at once; what one likes comes before that. */
export function sortForLobby(tiles: readonly LobbyTile[], favourites: readonly string[]): LobbyTile[] {
  const weight = (tile: LobbyTile): number => (favourites.includes(tile.table) ? 4 : 0) + (tile.bets_open ? 2 : 0) + (tile.seats_taken < tile.seats ? 1 : 0);
  return [...tiles].sort((one, other) => weight(other) - weight(one));
}

/** The languages that any table says are spoken there. */
export function spokenLanguages(tiles: readonly LobbyTile[]): string[] {
  return [...new Set(tiles.flatMap((tile) => tile.languages))].sort();
}

/** The games there are tables of, by what people call them: those with the most tables first. */
export function gamesByTableCount(tiles: readonly LobbyTile[], gameTitle: (tile: LobbyTile) => string): { title: string; family: string }[] {
  const found = new Map<string, { family: string; tables: number }>();
  for (const tile of tiles) {
    const title = gameTitle(tile);
    if (title !== "") found.set(title, { family: tile.family, tables: (found.get(title)?.tables ?? 0) + 1 });
  }
  return [...found].sort(([, one], [, other]) => other.tables - one.tables).map(([title, { family }]) => ({ title, family }));
}
