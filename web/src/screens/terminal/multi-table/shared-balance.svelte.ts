import type { TableSession } from "../table-session.svelte";

/** The player's newest balance reported by any open table; copied to the tables that show an older one. */
export class SharedBalance {
  cents = $state(0);
  private readonly lastSeen = new Map<TableSession, number>();

  /** Call this whenever the view of a table changes. */
  update(tables: readonly TableSession[]): void {
    const moved = tables.filter((table) => this.hasChanged(table));
    const newest = moved.at(-1)?.live.view?.player?.balance_cents;
    if (newest === undefined || newest === null) return;
    this.cents = newest;
    for (const table of tables) {
      const balanceCents = table.live.view?.player?.balance_cents ?? null;
      if (balanceCents !== null && balanceCents !== newest) table.play.balanceOverride = { reportedCents: balanceCents, cents: newest };
    }
  }

  private hasChanged(table: TableSession): boolean {
    const balanceCents = table.live.view?.player?.balance_cents ?? null;
    if (balanceCents === null || this.lastSeen.get(table) === balanceCents) return false;
    this.lastSeen.set(table, balanceCents);
    return true;
  }
}
