import { session } from "../lib/session.svelte";

export const MAX_DENOMINATIONS = 5;
const keyOf = (who: number | null): string => `croupier-rack-${who ?? "guest"}`;

/** The chips a person has chosen to bet with, in cents; kept on this device, for each person apart. Empty: the usual ones. */
class ChipDenominations {
  private kept = $state.raw<Record<string, readonly number[]>>({});

  private get key(): string {
    return keyOf(session.me?.user_id ?? null);
  }

  get chips(): readonly number[] {
    return this.kept[this.key] ?? read(this.key);
  }

  save(chips: readonly number[]): void {
    const sorted = [...new Set(chips)].sort((one, other) => one - other).slice(0, MAX_DENOMINATIONS);
    this.kept = { ...this.kept, [this.key]: sorted };
    localStorage.setItem(this.key, JSON.stringify(sorted));
  }
}

function read(key: string): readonly number[] {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "[]") as unknown;
    return Array.isArray(kept) ? kept.filter((chip): chip is number => Number.isInteger(chip) && chip > 0) : [];
  } catch {
    return [];
  }
}

export const chipDenominations = new ChipDenominations();
