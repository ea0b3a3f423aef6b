/** Notes and coins a drawer is counted by, in cents, the largest first. */
export const NOTES_CENTS = [10_000, 5_000, 2_000, 1_000, 500, 100] as const;
export const COINS_CENTS = [25, 10, 5, 1] as const;

export type CashCount = Partial<Record<number, number>>;

export function cashTotalCents(count: CashCount): number {
  return Object.entries(count).reduce((sum, [value, quantity]) => sum + Number(value) * (quantity ?? 0), 0);
}

/** "$20", "25¢". */
export function denominationName(cents: number): string {
  return cents >= 100 ? `$${cents / 100}` : `${cents}¢`;
}

/** How many somebody typed; none where it is no number. */
export function parseCount(text: string): number {
  const read = Number(text.trim());
  return Number.isInteger(read) && read > 0 ? Math.min(read, 1_000_000) : 0;
}
