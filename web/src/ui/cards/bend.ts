/**
 * Geometry of a card that is squeezed: it lies face down, and the player pulls a corner or an edge over, bending the card around a
 * cylinder. The bend is approximated by flat strips, seen from above.
 */
export type CardPoint = { x: number; y: number };
export type Strip = {
  side: "back" | "face";
  /** Corners of the strip in the coordinates of the flat card. */
  outline: CardPoint[];
  /** Position of the strip after bending: the six values of a CSS `matrix()`. */
  matrix: [number, number, number, number, number, number];
  /** How far the strip is turned away from the light, 0 to 1. */
  shade: number;
};
export type CardSize = { width: number; height: number };
type BentCard = { strips: Strip[]; turnedFraction: number };

const BEND_RADIUS = 0.13;
const BACK_STRIPS = 4;
const FACE_STRIPS = 6;
const CORNER_REACH = 0.34;
const MAX_TILT = 0.75;
/** Overlap of neighbouring strips, so that no gap is visible between them. */
const STRIP_OVERLAP_PX = 0.4;

const dot = (a: CardPoint, b: CardPoint): number => a.x * b.x + a.y * b.y;
const subtract = (a: CardPoint, b: CardPoint): CardPoint => ({ x: a.x - b.x, y: a.y - b.y });
const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/** Return where a card touched at this point is held: at a corner if one is near, else at the nearest edge. */
export function gripPoint(touched: CardPoint, { width, height }: CardSize): CardPoint {
  const near = width * CORNER_REACH;
  const x = clamp(touched.x, 0, width);
  const y = clamp(touched.y, 0, height);
  const side = x < width / 2 ? 0 : width;
  const end = y < height / 2 ? 0 : height;
  const [toSide, toEnd] = [Math.abs(x - side), Math.abs(y - end)];
  if (toSide < near && toEnd < near) return { x: side, y: end };
  return toSide < toEnd ? { x: side, y } : { x, y: end };
}

/** Limit a pull to directions into the card; from an edge it may be only slightly oblique. */
export function limitPull(grip: CardPoint, pull: CardPoint, { width, height }: CardSize): CardPoint {
  const inX = grip.x === 0 ? 1 : grip.x === width ? -1 : 0;
  const inY = grip.y === 0 ? 1 : grip.y === height ? -1 : 0;
  const x = inX === 0 ? pull.x : inX * Math.max(0, inX * pull.x);
  const y = inY === 0 ? pull.y : inY * Math.max(0, inY * pull.y);
  if (inX === 0) return { x: clamp(x, -MAX_TILT * Math.abs(y), MAX_TILT * Math.abs(y)), y };
  if (inY === 0) return { x, y: clamp(y, -MAX_TILT * Math.abs(x), MAX_TILT * Math.abs(x)) };
  return { x, y };
}

/** Return the position along the pull, after bending, of a point that was `behind` the start of the bend. */
function positionAfterBend(bendAt: number, behind: number, radius: number): number {
  const angle = behind / radius;
  return angle < Math.PI ? bendAt - radius * Math.sin(angle) : bendAt + behind - Math.PI * radius;
}

/** Return where the bend starts so that the held point ends up under the finger. */
function bendStart(pullLength: number, radius: number): number {
  if (pullLength >= Math.PI * radius) return (pullLength + Math.PI * radius) / 2;
  let [low, high] = [0, Math.PI * radius];
  for (let step = 0; step < 24; step += 1) {
    const middle = (low + high) / 2;
    if (positionAfterBend(middle, middle, radius) < pullLength) low = middle;
    else high = middle;
  }
  return low;
}

/** Return the part of an outline between two lines perpendicular to the pull. */
function clipBetween(outline: readonly CardPoint[], along: (point: CardPoint) => number, from: number, to: number): CardPoint[] {
  const clip = (shape: readonly CardPoint[], distanceInside: (position: number) => number): CardPoint[] =>
    shape.flatMap((point, index) => {
      const next = shape[(index + 1) % shape.length] ?? point;
      const [distance, nextDistance] = [distanceInside(along(point)), distanceInside(along(next))];
      const inside = distance >= 0 ? [point] : [];
      if (distance >= 0 === nextDistance >= 0) return inside;
      const fraction = distance / (distance - nextDistance);
      return [...inside, { x: point.x + fraction * (next.x - point.x), y: point.y + fraction * (next.y - point.y) }];
    });
  return clip(
    clip(outline, (position) => position - from),
    (position) => to - position,
  );
}

/** Return the strips of a bent card from bottom to top, and the fraction of the card that is turned over, 0 to 1. */
export function bendCard(size: CardSize, grip: CardPoint, pull: CardPoint): BentCard {
  const cardOutline: CardPoint[] = [
    { x: 0, y: 0 },
    { x: size.width, y: 0 },
    { x: size.width, y: size.height },
    { x: 0, y: size.height },
  ];
  const flat: Strip = { side: "back", outline: cardOutline, matrix: [1, 0, 0, 1, 0, 0], shade: 0 };
  const pullLength = Math.hypot(pull.x, pull.y);
  if (pullLength < 1) return { strips: [flat], turnedFraction: 0 };

  const direction: CardPoint = { x: pull.x / pullLength, y: pull.y / pullLength };
  const along = (point: CardPoint): number => dot(subtract(point, grip), direction);
  const cornerPositions = cardOutline.map(along);
  const [first, last] = [Math.min(...cornerPositions), Math.max(...cornerPositions)];
  const radius = size.width * BEND_RADIUS;
  const bendAt = bendStart(pullLength, radius);

  const makeStrip = (from: number, to: number): Strip => {
    const [start, end] = [positionAfterBend(bendAt, bendAt - from, radius), positionAfterBend(bendAt, bendAt - to, radius)];
    const scale = (end - start) / (to - from);
    const side = scale > 0 ? "back" : "face";
    const shift = start - from - (scale - 1) * (dot(grip, direction) + from);
    const [a, b, c, d] = [
      1 + (scale - 1) * direction.x * direction.x,
      (scale - 1) * direction.x * direction.y,
      (scale - 1) * direction.x * direction.y,
      1 + (scale - 1) * direction.y * direction.y,
    ];
    const outline = clipBetween(cardOutline, along, from - STRIP_OVERLAP_PX, to + STRIP_OVERLAP_PX);
    const shade = Math.min(1, Math.max(0, 1 - Math.abs(scale)));
    if (side === "back") return { side, outline, matrix: [a, b, c, d, shift * direction.x, shift * direction.y], shade };
    // The face is drawn in its own coordinates, which mirror those of the card lying face down.
    return {
      side,
      outline: outline.map(({ x, y }) => ({ x: size.width - x, y })),
      matrix: [-a, -b, c, d, a * size.width + shift * direction.x, b * size.width + shift * direction.y],
      shade,
    };
  };

  const angles = [
    ...Array.from({ length: BACK_STRIPS }, (_, index) => (index / BACK_STRIPS) * (Math.PI / 2)),
    ...Array.from({ length: FACE_STRIPS + 1 }, (_, index) => Math.PI / 2 + (index / FACE_STRIPS) * (Math.PI / 2)),
  ];
  const strips: Strip[] = [{ ...flat, outline: clipBetween(cardOutline, along, bendAt - STRIP_OVERLAP_PX, last) }];
  for (let index = 0; index + 1 < angles.length; index += 1) {
    const to = bendAt - radius * (angles[index] ?? 0);
    const from = Math.max(first, bendAt - radius * (angles[index + 1] ?? 0));
    if (from < to) strips.push(makeStrip(from, to));
  }
  if (first < bendAt - Math.PI * radius) strips.push(makeStrip(first, bendAt - Math.PI * radius));
  return { strips: strips.filter((strip) => strip.outline.length > 2), turnedFraction: clamp(bendAt / (last - first), 0, 1) };
}
