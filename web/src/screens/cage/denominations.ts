/** Values of the notes and coins in a drawer, largest first. */
export const NOTES_CENTS = [10_000, 5_000, 2_000, 1_000, 500, 100] as const;
export const COINS_CENTS = [25, 10, 5, 1] as const;

/** Number of notes or coins by value in cents. */
export type CashCount = Record<number, number>;

export function cashTotalCents(count: CashCount): number {
  return Object.entries(count).reduce((sum, [value, quantity]) => sum + Number(value) * (quantity ?? 0), 0);
}

/** Return the name of a note or coin: "$20", "25¢". */
export function denominationName(cents: number): string {
  return cents >= 100 ? `$${cents / 100}` : `${cents}¢`;
}

/** Parse a typed number of notes or coins; 0 if it is not a positive whole number. */
export function parseCount(text: string): number {
  const read = Number(text.trim());
  return Number.isInteger(read) && read > 0 ? Math.min(read, 1_000_000) : 0;
}
