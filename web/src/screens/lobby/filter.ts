import { translateRulebookText } from "../../lib/rulebook-translations.svelte";
import { gameDefinition, gameTitle } from "../../table/game-loader";
import { formatTableName } from "../../lib/table-name";
import { matchesSearch } from "../../lib/search";
import type { LobbyTile } from "../../lib/types";
import { t } from "../shell/words";

/** Lists of tables that the player keeps; null is no list. */
export type TableList = "favourites" | "recents" | null;

/** What the lobby is filtered by. An empty `family` or `language`, a null stake and list, and false match every table. */
export type TableFilter = {
  family: string;
  stakeCents: number | null;
  hasFreeSeat: boolean;
  hasDealer: boolean;
  language: string;
  list: TableList;
};
export const EMPTY_FILTER: Readonly<TableFilter> = {
  family: "",
  stakeCents: null,
  hasFreeSeat: false,
  hasDealer: false,
  language: "",
  list: null,
};

const MAX_STAKE_OPTIONS = 3;

/** Return the lowest minimums of the tables, in cents: the stakes that the filter offers. */
export function stakeOptions(tiles: readonly LobbyTile[]): number[] {
  return [...new Set(tiles.map((tile) => tile.limit.least_cents))].sort((a, b) => a - b).slice(0, MAX_STAKE_OPTIONS);
}

/** Return whether a table matches the filter, apart from the player's own lists. */
export function matchesFilter(tile: LobbyTile, filter: TableFilter): boolean {
  return (
    (filter.family === "" || filter.family === tile.family) &&
    (filter.stakeCents === null || acceptsStake(tile, filter.stakeCents)) &&
    (!filter.hasFreeSeat || hasFreeSeat(tile)) &&
    (!filter.hasDealer || tile.mode !== "automated") &&
    (filter.language === "" || tile.languages.includes(filter.language))
  );
}

/** Return whether the stake is within the limits. A buy-in without a maximum has no upper limit. */
function acceptsStake({ limit, buy_in }: LobbyTile, cents: number): boolean {
  return limit.least_cents <= cents && (buy_in?.most_cents === null || cents <= limit.most_cents);
}

export const hasFreeSeat = (tile: LobbyTile): boolean => tile.phase !== "closed" && tile.seats_taken < tile.seats;

/** Return tables in play first, then those that take bets, then the others; favourites first in each, then those that close soonest, then by number. */
export function sortForLobby(tiles: readonly LobbyTile[], favourites: readonly string[]): LobbyTile[] {
  const rank = (tile: LobbyTile): number[] => [
    Number(tile.phase === "closed"),
    Number(!tile.is_in_play),
    Number(!favourites.includes(tile.table)),
    Number(!tile.bets_open && !tile.is_in_play),
    tile.is_in_play && tile.is_running ? (tile.closes_at ?? Infinity) : Infinity,
    tile.number,
  ];
  return [...tiles].sort((left, right) => compareRanks(rank(left), rank(right)));
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  const nth = left.findIndex((value, index) => value !== right[index]);
  return nth === -1 ? 0 : (left[nth] ?? 0) < (right[nth] ?? 0) ? -1 : 1;
}

/** Return the languages spoken at any of the tables, sorted by code. */
export function spokenLanguages(tiles: readonly LobbyTile[]): string[] {
  return [...new Set(tiles.flatMap((tile) => tile.languages))].sort();
}

/** Return the families that have tables, those with the most tables first, with the number of their tables. */
export function familiesByTableCount(tiles: readonly LobbyTile[]): { family: string; tables: number }[] {
  const counts = new Map<string, number>();
  for (const { family } of tiles) counts.set(family, (counts.get(family) ?? 0) + 1);
  return [...counts].map(([family, tables]) => ({ family, tables })).sort((left, right) => right.tables - left.tables);
}

/** Tables that a search found for one reason: "a game, also called 21", "Table 21". */
export type FoundTables = { reason: string; tiles: LobbyTile[] };

/** Return the tables that a search finds, each once: by game, then by number, then by any other name. */
export function findTables(search: string, tiles: readonly LobbyTile[]): FoundTables[] {
  const found: FoundTables[] = [];
  for (const { family } of familiesByTableCount(tiles)) {
    const ofFamily = tiles.filter((tile) => tile.family === family);
    const reason = gameReason(search, family, ofFamily[0]?.other_names ?? []);
    if (reason !== null) found.push({ reason, tiles: ofFamily });
  }
  const isFound = (tile: LobbyTile): boolean => found.some((group) => group.tiles.includes(tile));
  const ofNumber = tiles.filter((tile) => String(tile.number) === search.trim());
  if (ofNumber.length > 0) found.push({ reason: ofNumber.map(formatTableName).join(", "), tiles: ofNumber });
  const others = tiles.filter(
    (tile) => !isFound(tile) && matchesSearch(search, [...titlesOf(tile), formatTableName(tile), ...tile.other_names, tile.house]),
  );
  if (others.length > 0) found.push({ reason: t("search.named", { text: search.trim() }), tiles: others });
  return found;
}

/** Return the titles of a table's game, in English and in the viewer's language. */
const titlesOf = (tile: LobbyTile): string[] =>
  [tile.title, tile.short_title].flatMap((title) => [title, translateRulebookText(title, tile)]);

/** Return why a search finds a game: its name in the viewer's language, or the other name that was searched for; null if it does not. */
function gameReason(search: string, family: string, otherNames: readonly string[]): string | null {
  const game = gameTitle(family);
  if (matchesSearch(search, [game])) return game;
  const name = [...Object.values(gameDefinition(family).titles), ...otherNames].find((other) => matchesSearch(search, [other]));
  return name === undefined ? null : t("search.also", { game, name });
}
