import type { TableSession } from "../terminal/table-session.svelte";

/** One person's credit is one sum, whichever of his tables moved it last: the others are told when one has. */
export class SharedBalance {
  cents = $state(0);
  private readonly lastSeen = new Map<TableSession, number>();

  /** To be called whenever any table shows something new. */
  update(tables: readonly TableSession[]): void {
    const moved = tables.filter((table) => this.hasChanged(table));
    const newest = moved.at(-1)?.live.view?.player?.balance_cents;
    if (newest === undefined || newest === null) return;
    this.cents = newest;
    for (const table of tables) {
      const told = table.live.view?.player?.balance_cents ?? null;
      if (told !== null && told !== newest) table.play.balanceOverride = { reportedCents: told, cents: newest };
    }
  }

  private hasChanged(table: TableSession): boolean {
    const told = table.live.view?.player?.balance_cents ?? null;
    if (told === null || this.lastSeen.get(table) === told) return false;
    this.lastSeen.set(table, told);
    return true;
  }
}
