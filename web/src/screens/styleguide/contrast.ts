/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Parse a computed CSS colour: "rgb(…)" or "color(srgb …)". */
export function parseRgb(cssColour: string): Rgb {
  const parts = cssColour.match(/[\d.]+/g)?.map(Number) ?? [];
  const scale = cssColour.startsWith("color(srgb") ? 255 : 1;
  return [(parts[0] ?? 0) * scale, (parts[1] ?? 0) * scale, (parts[2] ?? 0) * scale];
}

/** Return the relative luminance as WCAG 2 defines it. */
function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Return the contrast ratio of two colours as WCAG 2 defines it, 1 to 21. */
export function contrastRatio(first: Rgb, second: Rgb): number {
  const [light, dark] = [luminance(first), luminance(second)].sort((left, right) => right - left) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
