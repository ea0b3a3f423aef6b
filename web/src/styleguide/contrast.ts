/** Contrast as WCAG 2 counts it, worked out from what the browser really paints. */
export type Rgb = readonly [number, number, number];

export function parseRgb(painted: string): Rgb {
  const parts = painted.match(/[\d.]+/g)?.map(Number) ?? [];
  const scale = painted.startsWith("color(srgb") ? 255 : 1;
  return [(parts[0] ?? 0) * scale, (parts[1] ?? 0) * scale, (parts[2] ?? 0) * scale];
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrastRatio(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}
