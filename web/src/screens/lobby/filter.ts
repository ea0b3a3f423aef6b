import { matchesSearch } from "../../lib/search";
import type { LobbyTile } from "../../lib/types";
import { isPlayable } from "../shell/tile-status";

export const TABLE_KINDS = ["all", "open_only", "house_banked", "player_dealt", "dealer_tables"] as const;
export type TableKind = (typeof TABLE_KINDS)[number];
export const TABLE_LISTS = ["every", "favourites", "recents"] as const;
export type TableList = (typeof TABLE_LISTS)[number];
/** Stakes offered in the filter, in cents. */
export const STAKE_OPTIONS_CENTS = [500, 1000, 2500, 10_000, 50_000] as const;

/** What the lobby is filtered by; empty, null and "all" match every table. */
export type TableFilter = { search: string; game: string; stakeCents: number | null; language: string; kind: TableKind };
export const EMPTY_FILTER: Readonly<TableFilter> = { search: "", game: "", stakeCents: null, language: "", kind: "all" };

const KIND_FILTERS: Record<TableKind, (tile: LobbyTile) => boolean> = {
  all: () => true,
  open_only: isPlayable,
  house_banked: (tile) => tile.banking === "house",
  player_dealt: (tile) => tile.banking === "player-dealer",
  dealer_tables: (tile) => tile.mode !== "automated",
};

/** Return whether a table matches the filter. `game` is the title of its game, `tableName` the name of the table. */
export function matchesFilter(tile: LobbyTile, filter: TableFilter, game: string, tableName: string): boolean {
  return (
    KIND_FILTERS[filter.kind](tile) &&
    (filter.game === "" || filter.game === game) &&
    (filter.stakeCents === null || acceptsStake(tile, filter.stakeCents)) &&
    (filter.language === "" || tile.languages.includes(filter.language)) &&
    matchesSearch(filter.search, [tile.title, tableName, game, ...tile.other_names, tile.house, String(tile.number)])
  );
}

/** Return whether the stake is within the limits. A buy-in without a maximum has no upper limit. */
function acceptsStake({ limit, buy_in }: LobbyTile, cents: number): boolean {
  return limit.least_cents <= cents && (buy_in?.most_cents === null || cents <= limit.most_cents);
}

/** Return favourites first, then tables that take bets now, then tables with a free seat. */
export function sortForLobby(tiles: readonly LobbyTile[], favourites: readonly string[]): LobbyTile[] {
  const priority = (tile: LobbyTile): number =>
    (favourites.includes(tile.table) ? 4 : 0) + (tile.bets_open ? 2 : 0) + (tile.seats_taken < tile.seats ? 1 : 0);
  return [...tiles].sort((left, right) => priority(right) - priority(left));
}

/** Return the languages spoken at any of the tables, sorted by code. */
export function spokenLanguages(tiles: readonly LobbyTile[]): string[] {
  return [...new Set(tiles.flatMap((tile) => tile.languages))].sort();
}

/** Return the games that have tables, those with the most tables first. Games without a title are left out. */
export function gamesByTableCount(
  tiles: readonly LobbyTile[],
  gameTitle: (tile: LobbyTile) => string,
): { title: string; family: string }[] {
  const byTitle = new Map<string, { family: string; tables: number }>();
  for (const tile of tiles) {
    const title = gameTitle(tile);
    if (title !== "") byTitle.set(title, { family: tile.family, tables: (byTitle.get(title)?.tables ?? 0) + 1 });
  }
  return [...byTitle].sort(([, left], [, right]) => right.tables - left.tables).map(([title, { family }]) => ({ title, family }));
}
