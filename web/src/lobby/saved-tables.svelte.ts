import { session } from "../lib/session.svelte";

const MAX_RECENTS = 8;
type StoredTables = { favourites: string[]; recents: string[] };
const EMPTY: StoredTables = { favourites: [], recents: [] };
const storageKey = (who: number | null): string => `croupier-lobby-${who ?? "guest"}`;

/** The tables a person likes and the ones last played at: kept on this device, for each person apart. */
class SavedTables {
  private byKey = $state.raw<Record<string, StoredTables>>({});

  private get key(): string {
    return storageKey(session.me?.user_id ?? null);
  }

  private get current(): StoredTables {
    return this.byKey[this.key] ?? readStored(this.key);
  }

  get favourites(): readonly string[] {
    return this.current.favourites;
  }

  get recents(): readonly string[] {
    return this.current.recents;
  }

  isFavourite(table: string): boolean {
    return this.current.favourites.includes(table);
  }

  toggleFavourite(table: string): void {
    const { favourites } = this.current;
    this.store({ ...this.current, favourites: favourites.includes(table) ? favourites.filter((one) => one !== table) : [...favourites, table] });
  }

  /** The newest first. */
  addRecent(table: string): void {
    this.store({ ...this.current, recents: [table, ...this.current.recents.filter((one) => one !== table)].slice(0, MAX_RECENTS) });
  }

  private store(shelves: StoredTables): void {
    this.byKey = { ...this.byKey, [this.key]: shelves };
    localStorage.setItem(this.key, JSON.stringify(shelves));
  }
}

function readStored(key: string): StoredTables {
  try {
    return { ...EMPTY, ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<StoredTables>) };
  } catch {
    return EMPTY;
  }
}

export const savedTables = new SavedTables();
