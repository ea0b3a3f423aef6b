import { get } from "./api";
import { calledOf, type Signed } from "./called";

/** What the tables of the house are called, for pages that have no more of one than its name in the log. */
class Tables {
  private signs = $state.raw<Record<string, Signed>>({});
  private asked = false;

  /** Its number and name; `otherwise` until the house has told them. */
  called(table: string, otherwise = ""): string {
    const sign = this.signs[table];
    if (sign === undefined && !this.asked) void this.ask();
    return sign === undefined ? otherwise : calledOf(sign);
  }

  /** Whoever has the list already passes it on. */
  know(tiles: readonly (Signed & { table: string })[]): void {
    this.asked = true;
    this.signs = Object.fromEntries(tiles.map((tile) => [tile.table, tile]));
  }

  private async ask(): Promise<void> {
    this.asked = true;
    try {
      this.know(await get<(Signed & { table: string })[]>("/api/lobby"));
    } catch {
      this.asked = false;
    }
  }
}

export const tables = new Tables();
