import { withMinusSign } from "./numbers";

const wholeDollarFormat = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });
const centFormat = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", minimumFractionDigits: 2 });

/** An amount with its sign, and two places when cents occur: $135, $7.50, −$3. */
export function formatDollars(cents: number): string {
  return cents % 100 === 0 ? withMinusSign(wholeDollarFormat.format(cents / 100)) : formatExactDollars(cents);
}

/** An amount to the cent, for books that are added up: $135.00. */
export const formatExactDollars = (cents: number): string => withMinusSign(centFormat.format(cents / 100));

/** What somebody is better or worse off by: +$605, −$50, $0. */
export function formatSignedDollars(cents: number): string {
  return cents > 0 ? `+${formatDollars(cents)}` : formatDollars(cents);
}

/** So much of it: "1/2" of $25 is $12.50. */
export function fractionOf(cents: number, share: string): number {
  const [over = 1, under = 1] = share.split("/").map(Number);
  return (cents * over) / under;
}

/** Cents from what a person typed in dollars; null when it is no amount. */
export function parseDollars(text: string): number | null {
  const match = /^\s*\$?\s*(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text.replaceAll(",", ""));
  if (match === null) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}
