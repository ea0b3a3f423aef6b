/** Notes and coins a drawer is counted by, in cents, the largest first. */
export const NOTES = [10_000, 5_000, 2_000, 1_000, 500, 100] as const;
export const COINS = [25, 10, 5, 1] as const;

export type Count = Partial<Record<number, number>>;

export function totalOf(count: Count): number {
  return Object.entries(count).reduce((sum, [value, pieces]) => sum + Number(value) * (pieces ?? 0), 0);
}

/** "$20", "25¢". */
export function valueName(cents: number): string {
  return cents >= 100 ? `$${cents / 100}` : `${cents}¢`;
}

/** How many somebody typed; none where it is no number. */
export function pieces(text: string): number {
  const read = Number(text.trim());
  return Number.isInteger(read) && read > 0 ? Math.min(read, 1_000_000) : 0;
}
