/** How every figure on a screen is written: thousands apart, one minus sign, no digits that say nothing. */
export const MINUS = "−";
const MIN_SHARE_DECIMALS = 3;
const MAX_SHARE_DECIMALS = 9;

/** Whatever a formatter makes of a negative number: one minus sign, and none before a zero. */
export function withMinusSign(written: string): string {
  return /[1-9]/.test(written) ? written.replace("-", MINUS) : written.replace("-", "");
}

/** 1,234.50 with so many places. */
export function formatDecimal(value: number, places: number): string {
  return withMinusSign(value.toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places }));
}

/** A count of whole things: 1,234. */
export const formatCount = (value: number): string => formatDecimal(value, 0);

/** Per cent, as they are told: 5.25%. */
export const formatPercent = (points: number, places: number): string => `${formatDecimal(points, places)}%`;

/** A part of one as per cent, with as many places as it takes to tell it from none and from all. */
export function formatShare(part: number): string {
  const rest = Math.min(Math.abs(part), Math.abs(1 - part)) * 100;
  const needed = rest === 0 ? 0 : 1 - Math.floor(Math.log10(rest));
  return part === 0 ? "0%" : part === 1 ? "100%" : formatPercent(part * 100, Math.min(MAX_SHARE_DECIMALS, Math.max(MIN_SHARE_DECIMALS, needed)));
}
