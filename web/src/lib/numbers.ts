/** Minus sign of all numbers on the screens (U+2212, not a hyphen). */
export const MINUS = "−";
const MIN_SHARE_DECIMALS = 3;
const MAX_SHARE_DECIMALS = 9;

/** Replace the hyphen of a formatted number by a minus sign; remove it before a zero. */
export function withMinusSign(formatted: string): string {
  return /[1-9]/.test(formatted) ? formatted.replace("-", MINUS) : formatted.replace("-", "");
}

/** Format a number with a fixed number of decimals: 1,234.50. */
export function formatDecimal(value: number, decimals: number): string {
  return withMinusSign(value.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals }));
}

/** Format a whole number: 1,234. */
export const formatCount = (value: number): string => formatDecimal(value, 0);

/** Format a value that is already in per cent: 5.25 is "5.25%". */
export const formatPercent = (percent: number, decimals: number): string => `${formatDecimal(percent, decimals)}%`;

/** Format a fraction as per cent with 3 to 9 decimals: enough that a value near 0 or 1 is not rounded to 0% or 100%. */
export function formatShare(fraction: number): string {
  // To 0 or to 1, whichever is nearer; in per cent.
  const distance = Math.min(Math.abs(fraction), Math.abs(1 - fraction)) * 100;
  const needed = distance === 0 ? 0 : 1 - Math.floor(Math.log10(distance));
  return fraction === 0
    ? "0%"
    : fraction === 1
      ? "100%"
      : formatPercent(fraction * 100, Math.min(MAX_SHARE_DECIMALS, Math.max(MIN_SHARE_DECIMALS, needed)));
}
