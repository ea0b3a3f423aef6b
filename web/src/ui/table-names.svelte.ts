import { get } from "../lib/api";
import { translateRulebookText, type OfGame } from "../lib/rulebook-translations.svelte";
import { formatTableName, type TableName } from "../lib/table-name";
import type { LobbyTile } from "../lib/types";

/**
 * Names of the tables for display ("Table 4") by table id. Screens that have the list of tables pass it to `setTables`; for the others
 * it is loaded on first use.
 */
class TableNames {
  private namesById = $state.raw<Record<string, TableName>>({});
  private games = $state.raw<Record<string, Pick<LobbyTile, "title" | "short_title"> & OfGame>>({});
  private gameFamilies = $state.raw<Record<string, string>>({});
  private isRequested = false;

  setTables(tiles: readonly Pick<LobbyTile, "table" | "title" | "short_title" | "rulebook" | "family" | keyof TableName>[]): void {
    this.isRequested = true;
    this.namesById = Object.fromEntries(tiles.map((tile) => [tile.table, tile]));
    this.gameFamilies = Object.fromEntries(tiles.map((tile) => [tile.table, tile.family]));
    this.games = Object.fromEntries(tiles.map((tile) => [tile.table, tile]));
  }

  async load(): Promise<void> {
    this.isRequested = true;
    try {
      this.setTables(await get("/api/lobby"));
    } catch (error) {
      this.isRequested = false;
      throw error;
    }
  }

  /** Return the display name of a table, or `fallback` while it is unknown. Loads the names if nothing has done so yet. */
  nameOr(table: string, fallback = ""): string {
    const name = this.namesById[table];
    if (name === undefined && !this.isRequested) void this.load().catch(() => undefined);
    return name === undefined ? fallback : formatTableName(name);
  }

  /** Ids of all tables. */
  get tableIds(): string[] {
    return Object.keys(this.namesById);
  }

  /** Return the number of a table; null if it is unknown. */
  numberOf(table: string): number | null {
    return this.namesById[table]?.number ?? null;
  }

  /** Return the game family of a table; null if it is unknown. */
  familyOf(table: string): string | null {
    return this.gameFamilies[table] ?? null;
  }

  /** Return the short title of the game at a table; empty while it is unknown. */
  shortTitleOf(table: string): string {
    const game = this.games[table];
    return translateRulebookText(game?.short_title ?? "", game);
  }

  /** Return the display name, "Table 4" or "Table 4 · Lotus Room"; the id while it is unknown. */
  nameOf(table: string): string {
    return this.nameOr(table, table);
  }

  /** Return the display name followed by the title of the game. */
  fullNameOf(table: string): string {
    const title = this.shortTitleOf(table);
    return title === "" ? this.nameOf(table) : `${this.nameOf(table)}, ${title}`;
  }

  /** Replace the table ids in a sentence of the server by display names. */
  replaceTableIds(sentence: string): string {
    return Object.keys(this.namesById)
      .sort((a, b) => b.length - a.length)
      .reduce((text, table) => text.replaceAll(new RegExp(`(?<![\\w-])${table}(?![\\w-])`, "g"), this.nameOf(table)), sentence);
  }
}

export const tableNames = new TableNames();
