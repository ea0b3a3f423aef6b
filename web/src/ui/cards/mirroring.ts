/** Small tools for drawing a figure by its right half. */

type Point = readonly [x: number, y: number];
type Segment = readonly Point[];

const NUMBERS = /-?\d*\.?\d+/g;

function segmentsOf(half: string): Segment[] {
  return [...half.matchAll(/[MLC][^MLC]*/g)].flatMap(([piece]) => {
    const told = (piece.match(NUMBERS) ?? []).map(Number);
    const points: Point[] = told.flatMap((x, place) => (place % 2 === 0 ? [[x, told[place + 1] ?? 0] as const] : []));
    const step = piece.startsWith("C") ? 3 : 1;
    return Array.from({ length: points.length / step }, (_, nth) => points.slice(nth * step, (nth + 1) * step));
  });
}

const formatSegment = (piece: Segment): string => `${piece.length === 3 ? "C" : "L"}${piece.map(([x, y]) => `${x} ${y}`).join(" ")}`;

/**
 * A whole outline from its right half, which begins and ends on the middle line: "M0 -42L7 -40C8 -38 8 -36 0 -30". Only
 * M, L and C, with absolute points.
 */
export function closeMirroredPath(half: string): string {
  const pieces = segmentsOf(half);
  const back: string[] = [];
  for (let nth = pieces.length - 1; nth > 0; nth -= 1) {
    const piece = pieces[nth] ?? [];
    const from = pieces[nth - 1]?.at(-1) ?? [0, 0];
    back.push(formatSegment([...piece.slice(0, -1).reverse(), from].map(([x, y]) => [-x, y] as const)));
  }
  const [x, y] = pieces[0]?.[0] ?? [0, 0];
  return `M${x} ${y}${pieces.slice(1).map(formatSegment).join("")}${back.join("")}Z`;
}

/** The same on both sides. */
export const drawMirrored = (right: string): string => `${right}<g transform="scale(-1 1)">${right}</g>`;
