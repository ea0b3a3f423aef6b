import { get } from "../lib/api";
import { common } from "../lib/common";
import type { LobbyTile } from "../lib/types";

/** A table as the floor tells it; where the house gives it a number or a name of its own, they are its sign. */
type Told = Pick<LobbyTile, "table" | "title"> & { number?: number; called?: string };

/**
 * What people call a table: "Table 4", or the name on its sign. Without a sign it has the number it was set up under, counted
 * from 1, and keeps it; the name in its addresses is the machine's. Whoever has the floor before him tells it here; other
 * screens load it.
 */
class TableNames {
  private numbers = $state<Record<string, number>>({});
  private called = $state<Record<string, string>>({});
  private titles = $state<Record<string, string>>({});

  /** The floor, as the lobby tells it. */
  tell(tiles: readonly Told[]): void {
    this.numbers = Object.fromEntries(tiles.map((tile, place) => [tile.table, tile.number ?? place + 1]));
    this.called = Object.fromEntries(tiles.map((tile) => [tile.table, tile.called ?? ""]));
    this.titles = Object.fromEntries(tiles.map((tile) => [tile.table, tile.title]));
  }

  async load(): Promise<void> {
    this.tell(await get<LobbyTile[]>("/api/lobby"));
  }

  /** 4; null before the floor is known, and for a table that is not on it. */
  numberOf(table: string): number | null {
    return this.numbers[table] ?? null;
  }

  /** "Table 4", "Table 4 · Lotus Room". */
  nameOf(table: string): string {
    const number = this.numberOf(table);
    const called = this.called[table] ?? "";
    if (number !== null && called !== "") return `${common("table.number", { number })} · ${called}`;
    return number === null ? table : common("table.number", { number });
  }

  /** "Table 4, Big Bonus Baccarat". */
  fullNameOf(table: string): string {
    const title = this.titles[table];
    return title === undefined ? this.nameOf(table) : `${this.nameOf(table)}, ${title}`;
  }

  /** A sentence of the house's with the tables in it called as people do. */
  inWords(sentence: string): string {
    return Object.keys(this.numbers)
      .sort((one, other) => other.length - one.length)
      .reduce((said, table) => said.replaceAll(new RegExp(`(?<![\\w-])${table}(?![\\w-])`, "g"), this.nameOf(table)), sentence);
  }
}

export const tableNames = new TableNames();
