import type { AtTable } from "../terminal/at-table.svelte";

/** One person's credit is one sum, whichever of his tables moved it last: the others are told when one has. */
export class OneCredit {
  cents = $state(0);
  private readonly seen = new Map<AtTable, number>();

  /** To be called whenever any table shows something new. */
  look(tables: readonly AtTable[]): void {
    const moved = tables.filter((table) => this.isNew(table));
    const newest = moved.at(-1)?.live.view?.player?.balance_cents;
    if (newest === undefined || newest === null) return;
    this.cents = newest;
    for (const table of tables) {
      const told = table.live.view?.player?.balance_cents ?? null;
      if (told !== null && told !== newest) table.play.credit = { seen: told, cents: newest };
    }
  }

  private isNew(table: AtTable): boolean {
    const told = table.live.view?.player?.balance_cents ?? null;
    if (told === null || this.seen.get(table) === told) return false;
    this.seen.set(table, told);
    return true;
  }
}
