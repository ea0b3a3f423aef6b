import { withMinusSign } from "./numbers";

const wholeDollarFormat = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });
const centFormat = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", minimumFractionDigits: 2 });

/** Format cents as dollars, with decimals only where there are cents: $135, $7.50, −$3. */
export function formatDollars(cents: number): string {
  return cents % 100 === 0 ? withMinusSign(wholeDollarFormat.format(cents / 100)) : formatExactDollars(cents);
}

/** Format cents as dollars with two decimals, for columns that are added up: $135.00. */
export const formatExactDollars = (cents: number): string => withMinusSign(centFormat.format(cents / 100));

/** Format a win or a loss with its sign: +$605, −$50, $0. */
export function formatSignedDollars(cents: number): string {
  return cents > 0 ? `+${formatDollars(cents)}` : formatDollars(cents);
}

/** Format a win or a loss with its sign and two decimals: +$135.00. */
export function formatSignedExactDollars(cents: number): string {
  return cents > 0 ? `+${formatExactDollars(cents)}` : formatExactDollars(cents);
}

/** Format a win or a loss rounded to whole dollars, for the labels of a chart: +$1,663. */
export function formatRoundedDollars(cents: number): string {
  return formatSignedDollars(Math.round(cents / 100) * 100);
}

/** Parse an amount typed in dollars into cents; null if it is not an amount. */
export function parseDollars(text: string): number | null {
  const match = /^\s*\$?\s*(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text.replaceAll(",", ""));
  if (match === null) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}
