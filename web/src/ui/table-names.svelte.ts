import { get } from "../lib/api";
import { formatTableName, type TableName } from "../lib/table-name";
import type { LobbyTile } from "../lib/types";

/**
 * What people call a table: "Table 4"; the name in its addresses is the machine's. Whoever has the floor before him tells it
 * here; other screens load it.
 */
class TableNames {
  private namesById = $state.raw<Record<string, TableName>>({});
  private gameTitles = $state.raw<Record<string, string>>({});
  private gameFamilies = $state.raw<Record<string, string>>({});
  private isRequested = false;

  /** The floor, as the lobby tells it. */
  setTables(tiles: readonly Pick<LobbyTile, "table" | "title" | "family" | keyof TableName>[]): void {
    this.isRequested = true;
    this.namesById = Object.fromEntries(tiles.map((tile) => [tile.table, tile]));
    this.gameFamilies = Object.fromEntries(tiles.map((tile) => [tile.table, tile.family]));
    this.gameTitles = Object.fromEntries(tiles.map((tile) => [tile.table, tile.title]));
  }

  async load(): Promise<void> {
    this.isRequested = true;
    try {
      this.setTables(await get<LobbyTile[]>("/api/lobby"));
    } catch (error) {
      this.isRequested = false;
      throw error;
    }
  }

  /** Its number and name; `otherwise` until the house, which is asked for them, has told them. */
  nameOr(table: string, otherwise = ""): string {
    const sign = this.namesById[table];
    if (sign === undefined && !this.isRequested) void this.load().catch(() => undefined);
    return sign === undefined ? otherwise : formatTableName(sign);
  }

  /** Every table on the floor, by the name in its addresses. */
  get tableIds(): string[] {
    return Object.keys(this.namesById);
  }

  /** 4; null before the floor is known, and for a table that is not on it. */
  numberOf(table: string): number | null {
    return this.namesById[table]?.number ?? null;
  }

  /** The family of the game at it; null before the floor is known. */
  familyOf(table: string): string | null {
    return this.gameFamilies[table] ?? null;
  }

  /** "Table 4", or "Table 4 · Lotus Room". */
  nameOf(table: string): string {
    return this.nameOr(table, table);
  }

  /** "Table 4, and the game at it". */
  fullNameOf(table: string): string {
    const title = this.gameTitles[table];
    return title === undefined ? this.nameOf(table) : `${this.nameOf(table)}, ${title}`;
  }

  /** A sentence of the house's with the tables in it called as people do. */
  replaceTableIds(sentence: string): string {
    return Object.keys(this.namesById)
      .sort((one, other) => other.length - one.length)
      .reduce((said, table) => said.replaceAll(new RegExp(`(?<![\\w-])${table}(?![\\w-])`, "g"), this.nameOf(table)), sentence);
  }
}

export const tableNames = new TableNames();
