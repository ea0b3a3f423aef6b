/** Helpers that complete a drawing from its right half. */

type Point = readonly [x: number, y: number];
type Segment = readonly Point[];

const NUMBERS = /-?\d*\.?\d+/g;

function segmentsOf(half: string): Segment[] {
  return [...half.matchAll(/[MLC][^MLC]*/g)].flatMap(([command]) => {
    const numbers = (command.match(NUMBERS) ?? []).map(Number);
    const points: Point[] = numbers.flatMap((x, index) => (index % 2 === 0 ? [[x, numbers[index + 1] ?? 0] as const] : []));
    const step = command.startsWith("C") ? 3 : 1;
    return Array.from({ length: points.length / step }, (_, index) => points.slice(index * step, (index + 1) * step));
  });
}

const formatSegment = (segment: Segment): string => `${segment.length === 3 ? "C" : "L"}${segment.map(([x, y]) => `${x} ${y}`).join(" ")}`;

/**
 * Close an outline with the mirror image of its right half, which begins and ends on the centre line:
 * "M0 -42L7 -40C8 -38 8 -36 0 -30". Only M, L and C with absolute coordinates are supported.
 */
export function closeMirroredPath(half: string): string {
  const segments = segmentsOf(half);
  const mirrored: string[] = [];
  for (let index = segments.length - 1; index > 0; index -= 1) {
    const segment = segments[index] ?? [];
    const from = segments[index - 1]?.at(-1) ?? [0, 0];
    mirrored.push(formatSegment([...segment.slice(0, -1).reverse(), from].map(([x, y]) => [-x, y] as const)));
  }
  const [x, y] = segments[0]?.[0] ?? [0, 0];
  return `M${x} ${y}${segments.slice(1).map(formatSegment).join("")}${mirrored.join("")}Z`;
}

/** Return SVG that draws the right half and its mirror image. */
export const drawMirrored = (right: string): string => `${right}<g transform="scale(-1 1)">${right}</g>`;
