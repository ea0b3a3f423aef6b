import { session } from "../../lib/session.svelte";

export const MAX_DENOMINATIONS = 5;
const keyOf = (userId: number | null): string => `croupier-rack-${userId ?? "guest"}`;

/** Chip values in cents that a user has chosen, stored in this browser for each user. Empty: the default chips. */
class ChipDenominations {
  private valuesByKey = $state.raw<Record<string, readonly number[]>>({});

  private get key(): string {
    return keyOf(session.me?.user_id ?? null);
  }

  get chips(): readonly number[] {
    return this.valuesByKey[this.key] ?? read(this.key);
  }

  save(chips: readonly number[]): void {
    const sorted = [...new Set(chips)].sort((left, right) => left - right).slice(0, MAX_DENOMINATIONS);
    this.valuesByKey = { ...this.valuesByKey, [this.key]: sorted };
    localStorage.setItem(this.key, JSON.stringify(sorted));
  }
}

function read(key: string): readonly number[] {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? "[]") as unknown;
    return Array.isArray(stored) ? stored.filter((chip): chip is number => Number.isInteger(chip) && chip > 0) : [];
  } catch {
    return [];
  }
}

export const chipDenominations = new ChipDenominations();
