import type { TableSession } from "../table-session.svelte";

type Undoable = Pick<TableSession, "play">;

/** The order in which chips were touched at several tables, so that one Undo takes back the last touch anywhere. */
export class LastTouches {
  private touched = $state.raw<readonly Undoable[]>([]);
  private depths = new Map<Undoable, number>();

  /** Call this whenever the number of touches that can be undone changes at a table. `depths`: that number at each table. */
  update(tables: readonly Undoable[], depths: readonly number[]): void {
    for (const [index, table] of tables.entries()) {
      const depth = depths[index] ?? 0;
      const before = this.depths.get(table) ?? 0;
      this.depths.set(table, depth);
      for (let nth = before; nth < depth; nth += 1) this.touched = [...this.touched, table];
      for (let nth = depth; nth < before; nth += 1) this.touched = withoutLast(this.touched, table);
    }
  }

  get canUndo(): boolean {
    return this.touched.length > 0;
  }

  undo(): void {
    this.touched.at(-1)?.play.undo();
  }
}

/** Returns the touches without the last one at a table. */
function withoutLast(touched: readonly Undoable[], table: Undoable): Undoable[] {
  const last = touched.lastIndexOf(table);
  return touched.filter((_, index) => index !== last);
}
