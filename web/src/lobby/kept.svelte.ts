import { session } from "../lib/session.svelte";

const RECENTS_MOST = 8;
type Shelves = { favourites: string[]; recents: string[] };
const NONE: Shelves = { favourites: [], recents: [] };
const keyOf = (who: number | null): string => `croupier-lobby-${who ?? "guest"}`;

/** The tables a person likes and the ones last played at: kept on this device, for each person apart. */
class KeptTables {
  private shelves = $state.raw<Record<string, Shelves>>({});

  private get key(): string {
    return keyOf(session.me?.user_id ?? null);
  }

  private get mine(): Shelves {
    return this.shelves[this.key] ?? read(this.key);
  }

  get favourites(): readonly string[] {
    return this.mine.favourites;
  }

  get recents(): readonly string[] {
    return this.mine.recents;
  }

  isFavourite(table: string): boolean {
    return this.mine.favourites.includes(table);
  }

  favour(table: string): void {
    const { favourites } = this.mine;
    this.keep({ ...this.mine, favourites: favourites.includes(table) ? favourites.filter((one) => one !== table) : [...favourites, table] });
  }

  /** The newest first. */
  opened(table: string): void {
    this.keep({ ...this.mine, recents: [table, ...this.mine.recents.filter((one) => one !== table)].slice(0, RECENTS_MOST) });
  }

  private keep(shelves: Shelves): void {
    this.shelves = { ...this.shelves, [this.key]: shelves };
    localStorage.setItem(this.key, JSON.stringify(shelves));
  }
}

function read(key: string): Shelves {
  try {
    return { ...NONE, ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Shelves>) };
  } catch {
    return NONE;
  }
}

export const keptTables = new KeptTables();
