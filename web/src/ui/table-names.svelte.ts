import { get } from "../lib/api";
import { calledOf, type Signed } from "../lib/called";
import type { LobbyTile } from "../lib/types";

/**
 * What people call a table: "Table 4"; the name in its addresses is the machine's. Whoever has the floor before him tells it
 * here; other screens load it.
 */
class TableNames {
  private signs = $state.raw<Record<string, Signed>>({});
  private titles = $state.raw<Record<string, string>>({});
  private families = $state.raw<Record<string, string>>({});
  private isAsked = false;

  /** The floor, as the lobby tells it. */
  tell(tiles: readonly Pick<LobbyTile, "table" | "title" | "family" | keyof Signed>[]): void {
    this.isAsked = true;
    this.signs = Object.fromEntries(tiles.map((tile) => [tile.table, tile]));
    this.families = Object.fromEntries(tiles.map((tile) => [tile.table, tile.family]));
    this.titles = Object.fromEntries(tiles.map((tile) => [tile.table, tile.title]));
  }

  async load(): Promise<void> {
    this.isAsked = true;
    try {
      this.tell(await get<LobbyTile[]>("/api/lobby"));
    } catch (error) {
      this.isAsked = false;
      throw error;
    }
  }

  /** Its number and name; `otherwise` until the house, which is asked for them, has told them. */
  called(table: string, otherwise = ""): string {
    const sign = this.signs[table];
    if (sign === undefined && !this.isAsked) void this.load().catch(() => undefined);
    return sign === undefined ? otherwise : calledOf(sign);
  }

  /** Every table on the floor, by the name in its addresses. */
  get all(): string[] {
    return Object.keys(this.signs);
  }

  /** 4; null before the floor is known, and for a table that is not on it. */
  numberOf(table: string): number | null {
    return this.signs[table]?.number ?? null;
  }

  /** The family of the game at it; null before the floor is known. */
  familyOf(table: string): string | null {
    return this.families[table] ?? null;
  }

  /** "Table 4", or "Table 4 · Lotus Room". */
  nameOf(table: string): string {
    return this.called(table, table);
  }

  /** "Table 4, and the game at it". */
  fullNameOf(table: string): string {
    const title = this.titles[table];
    return title === undefined ? this.nameOf(table) : `${this.nameOf(table)}, ${title}`;
  }

  /** A sentence of the house's with the tables in it called as people do. */
  inWords(sentence: string): string {
    return Object.keys(this.signs)
      .sort((one, other) => other.length - one.length)
      .reduce((said, table) => said.replaceAll(new RegExp(`(?<![\\w-])${table}(?![\\w-])`, "g"), this.nameOf(table)), sentence);
  }
}

export const tableNames = new TableNames();
