import type { LobbyTile } from "../../lib/types";

/** Most tables that are drawn large: more could not be read from ten metres. */
export const MAX_LARGE = 8;

/** The tables of a wall: those drawn large in their places, those in play that have no place, the other open ones, and the closed ones. */
export type WallTables = { large: LobbyTile[]; alsoInPlay: LobbyTile[]; open: LobbyTile[]; closed: LobbyTile[] };

/**
 * Places the tables. Tables in play are large, in the order of their numbers; with more than eight, those with the most players. A table
 * keeps its place (`before` has the names in their places) while it plays: another one takes only a place that became free, except a table
 * where a jackpot was hit, which takes that of the table with the fewest players. All are placed anew when the number of large tables changes, because the tiles then change their size.
 * `areChosen`: the viewer named these tables, so the open ones are large even if nobody plays. In a house with at most eight open tables
 * all of them are large on a wall, where a list of a few lines would leave space empty; a phone has none to fill.
 */
export function placeTables(tiles: readonly LobbyTile[], before: readonly string[], areChosen = false, isWall = true): WallTables {
  const closed = tiles.filter((tile) => tile.phase === "closed");
  const open = byNumber(tiles.filter((tile) => tile.phase !== "closed"));
  const inPlay = open.filter((tile) => areChosen || (isWall && open.length <= MAX_LARGE) || tile.is_in_play);
  const rank = (tile: LobbyTile): number => (tile.has_jackpot ? 2 : before.includes(tile.table) ? 1 : 0);
  const ranked = [...inPlay].sort((a, b) => rank(b) - rank(a) || b.seats_taken - a.seats_taken);
  const chosen = byNumber(ranked.slice(0, MAX_LARGE));
  const large = chosen.length === before.length ? inPlaces(chosen, before) : chosen;
  const others = open.filter((tile) => !large.includes(tile));
  const isPlayed = (tile: LobbyTile): boolean => tile.is_in_play;
  return {
    large,
    alsoInPlay: others.filter(isPlayed),
    open: others.filter((tile) => !isPlayed(tile)),
    closed: byNumber(closed),
  };
}

const byNumber = (tiles: readonly LobbyTile[]): LobbyTile[] => [...tiles].sort((a, b) => a.number - b.number);

/** Returns the tables with each one that was there before in its place, and the others in the places that became free. */
function inPlaces(chosen: readonly LobbyTile[], before: readonly string[]): LobbyTile[] {
  const newcomers = chosen.filter((tile) => !before.includes(tile.table));
  return before.flatMap((name) => chosen.find((tile) => tile.table === name) ?? newcomers.shift() ?? []);
}

/** Columns and rows of the large tables. */
export type WallGrid = { columns: number; rows: number };
const COLUMNS = { landscape: [1, 1, 2, 3, 2, 3, 3, 4, 4], portrait: [1, 1, 1, 1, 2, 2, 2, 2, 2] } as const;

export function wallGrid(count: number, orientation: keyof typeof COLUMNS): WallGrid {
  const columns = COLUMNS[orientation][count] ?? COLUMNS[orientation][MAX_LARGE];
  return { columns, rows: Math.ceil(count / columns) };
}

/** What a table in play that has no large tile is doing. */
export function stateOf(tile: LobbyTile): "paused" | "dealing" | "betting" | "between" {
  if (!tile.is_running) return "paused";
  return tile.phase === "dealing" ? "dealing" : tile.phase === "betting" ? "betting" : "between";
}

/** A meter of the house; `hitCents` is the jackpot that was hit and is being checked. */
export type WallMeter = { id: string; title: string; cents: number | null; hitCents: number | null };
/** Meters of the same wager at the same tables; `title` is what their titles have in common. */
export type MeterGroup = { title: string; tables: number[]; meters: WallMeter[] };

/** Returns the meters of all tables, each once, with the numbers of their tables; the group with the largest amount first. */
export function meterGroups(tiles: readonly LobbyTile[], translate: (title: string, tile: LobbyTile) => string): MeterGroup[] {
  const meters = new Map<string, WallMeter & { wager: string; tables: number[] }>();
  for (const tile of byNumber(tiles)) {
    for (const { linked, title, wager, cents, hit_cents: hitCents } of tile.progressives) {
      const known = meters.get(linked);
      const tables = [...(known?.tables ?? []), tile.number];
      meters.set(linked, {
        id: linked,
        title: translate(title, tile),
        wager,
        cents,
        hitCents: hitCents ?? known?.hitCents ?? null,
        tables,
      });
    }
  }
  const all = [...meters.values()];
  const keyOf = ({ wager, tables }: (typeof all)[number]): string => `${wager} ${tables.join()}`;
  const groups = new Map(all.map((meter) => [keyOf(meter), all.filter((other) => keyOf(other) === keyOf(meter))]));
  return [...groups.values()]
    .map((group) => {
      const title = commonTitle(group.map((meter) => meter.title));
      const own = ({ id, title: whole, cents, hitCents }: WallMeter): WallMeter => ({
        id,
        title: whole.slice(title.length).replace(/^[:,]?\s*/, ""),
        cents,
        hitCents,
      });
      return { title, tables: group[0]?.tables ?? [], meters: group.map(own).sort((a, b) => amountOf(b) - amountOf(a)) };
    })
    .sort((a, b) => amountOf(b.meters[0]) - amountOf(a.meters[0]));
}

const amountOf = (meter: WallMeter | undefined): number => meter?.hitCents ?? meter?.cents ?? 0;

/** Returns the words before a colon that all titles share; a single title as a whole. */
function commonTitle([first = "", ...others]: readonly string[]): string {
  const start = first.split(/[:：]/)[0] ?? "";
  return others.length > 0 && others.every((title) => title.startsWith(start)) ? start : first;
}
