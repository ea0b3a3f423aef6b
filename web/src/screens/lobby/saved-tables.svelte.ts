import { session } from "../../lib/session.svelte";

const MAX_RECENTS = 8;
const MAX_SEARCHES = 3;
type StoredTables = { favourites: string[]; recents: string[]; searches: string[] };
const EMPTY: StoredTables = { favourites: [], recents: [], searches: [] };
const storageKey = (userId: number | null): string => `croupier-lobby-${userId ?? "guest"}`;

/** Favourite and recently opened tables and the last searches of the signed-in user, stored in this browser for each user separately. */
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

  get searches(): readonly string[] {
    return this.current.searches;
  }

  isFavourite(table: string): boolean {
    return this.current.favourites.includes(table);
  }

  toggleFavourite(table: string): void {
    const { favourites } = this.current;
    this.store({
      ...this.current,
      favourites: favourites.includes(table) ? favourites.filter((favourite) => favourite !== table) : [...favourites, table],
    });
  }

  /** Put a table at the front of the recent tables. */
  addRecent(table: string): void {
    this.store({ ...this.current, recents: [table, ...this.current.recents.filter((recent) => recent !== table)].slice(0, MAX_RECENTS) });
  }

  /** Put a search at the front of the last searches. */
  addSearch(search: string): void {
    const text = search.trim();
    if (text === "") return;
    this.store({ ...this.current, searches: [text, ...this.current.searches.filter((other) => other !== text)].slice(0, MAX_SEARCHES) });
  }

  private store(tables: StoredTables): void {
    this.byKey = { ...this.byKey, [this.key]: tables };
    localStorage.setItem(this.key, JSON.stringify(tables));
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
