/**
 * A card that is bent up over a cylinder, seen from above. It lies face down; whoever squeezes it holds a corner or an edge
 * and draws it over. It is cut into strips along the bend, each of them flat: none turns by more than a few degrees.
 */
export type CardPoint = { x: number; y: number };
export type Strip = {
  side: "back" | "face";
  /** The strip's own corners, in the measures of the card that it is cut from. */
  outline: CardPoint[];
  /** Where it comes to lie: the six figures of a CSS matrix. */
  matrix: [number, number, number, number, number, number];
  /** How far it is turned away from the light, 0 to 1. */
  shade: number;
};
export type CardSize = { width: number; height: number };
type BentCard = { strips: Strip[]; turnedFraction: number };

const BEND_RADIUS = 0.13;
const BACK_STRIPS = 4;
const FACE_STRIPS = 6;
const CORNER_REACH = 0.34;
const MAX_TILT = 0.75;
/** Strips reach under their neighbours by this much, so that no light falls through. */
const STRIP_OVERLAP_PX = 0.4;

const dot = (one: CardPoint, other: CardPoint): number => one.x * other.x + one.y * other.y;
const subtract = (one: CardPoint, other: CardPoint): CardPoint => ({ x: one.x - other.x, y: one.y - other.y });
const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Where a card is held when it is touched there: at the corner, or at the nearest edge. */
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

/** Which way a grip may be drawn: into the card. From an edge only a little aslant. */
export function limitPull(grip: CardPoint, pull: CardPoint, { width, height }: CardSize): CardPoint {
  const inX = grip.x === 0 ? 1 : grip.x === width ? -1 : 0;
  const inY = grip.y === 0 ? 1 : grip.y === height ? -1 : 0;
  const x = inX === 0 ? pull.x : inX * Math.max(0, inX * pull.x);
  const y = inY === 0 ? pull.y : inY * Math.max(0, inY * pull.y);
  if (inX === 0) return { x: clamp(x, -MAX_TILT * Math.abs(y), MAX_TILT * Math.abs(y)), y };
  if (inY === 0) return { x, y: clamp(y, -MAX_TILT * Math.abs(x), MAX_TILT * Math.abs(x)) };
  return { x, y };
}

/** Where along the pull paper comes to lie that lay `behind` the line where the bend begins. */
function positionAfterBend(begins: number, behind: number, radius: number): number {
  const angle = behind / radius;
  return angle < Math.PI ? begins - radius * Math.sin(angle) : begins + behind - Math.PI * radius;
}

/** The bend begins where the grip comes to lie under the finger. */
function bendStart(far: number, radius: number): number {
  if (far >= Math.PI * radius) return (far + Math.PI * radius) / 2;
  let [least, most] = [0, Math.PI * radius];
  for (let step = 0; step < 24; step += 1) {
    const middle = (least + most) / 2;
    if (positionAfterBend(middle, middle, radius) < far) least = middle;
    else most = middle;
  }
  return least;
}

/** What of an outline lies between two lines across the pull. */
function clipBetween(outline: readonly CardPoint[], along: (point: CardPoint) => number, from: number, to: number): CardPoint[] {
  const cut = (shape: readonly CardPoint[], inside: (at: number) => number): CardPoint[] =>
    shape.flatMap((point, nth) => {
      const next = shape[(nth + 1) % shape.length] ?? point;
      const [here, there] = [inside(along(point)), inside(along(next))];
      const kept = here >= 0 ? [point] : [];
      if (here >= 0 === there >= 0) return kept;
      const part = here / (here - there);
      return [...kept, { x: point.x + part * (next.x - point.x), y: point.y + part * (next.y - point.y) }];
    });
  return cut(cut(outline, (at) => at - from), (at) => to - at);
}

/** The strips of a bent card from the lowest to the highest, and how much of it is turned over, 0 to 1. */
export function bendCard(size: CardSize, grip: CardPoint, pull: CardPoint): BentCard {
  const whole: CardPoint[] = [{ x: 0, y: 0 }, { x: size.width, y: 0 }, { x: size.width, y: size.height }, { x: 0, y: size.height }];
  const flat: Strip = { side: "back", outline: whole, matrix: [1, 0, 0, 1, 0, 0], shade: 0 };
  const far = Math.hypot(pull.x, pull.y);
  if (far < 1) return { strips: [flat], turnedFraction: 0 };

  const n: CardPoint = { x: pull.x / far, y: pull.y / far };
  const along = (point: CardPoint): number => dot(subtract(point, grip), n);
  const places = whole.map(along);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const radius = size.width * BEND_RADIUS;
  const begins = bendStart(far, radius);

  const strip = (from: number, to: number): Strip => {
    const [start, end] = [positionAfterBend(begins, begins - from, radius), positionAfterBend(begins, begins - to, radius)];
    const k = (end - start) / (to - from);
    const side = k > 0 ? "back" : "face";
    const moved = start - from - (k - 1) * (dot(grip, n) + from);
    const [a, b, c, d] = [1 + (k - 1) * n.x * n.x, (k - 1) * n.x * n.y, (k - 1) * n.x * n.y, 1 + (k - 1) * n.y * n.y];
    const outline = clipBetween(whole, along, from - STRIP_OVERLAP_PX, to + STRIP_OVERLAP_PX);
    const shade = Math.min(1, Math.max(0, 1 - Math.abs(k)));
    if (side === "back") return { side, outline, matrix: [a, b, c, d, moved * n.x, moved * n.y], shade };
    // A face is drawn as it is read, which from below is the other way round.
    return { side, outline: outline.map(({ x, y }) => ({ x: size.width - x, y })), matrix: [-a, -b, c, d, a * size.width + moved * n.x, b * size.width + moved * n.y], shade };
  };

  const angles = [...Array.from({ length: BACK_STRIPS }, (_, nth) => (nth / BACK_STRIPS) * (Math.PI / 2)), ...Array.from({ length: FACE_STRIPS + 1 }, (_, nth) => Math.PI / 2 + (nth / FACE_STRIPS) * (Math.PI / 2))];
  const strips: Strip[] = [{ ...flat, outline: clipBetween(whole, along, begins - STRIP_OVERLAP_PX, last) }];
  for (let nth = 0; nth + 1 < angles.length; nth += 1) {
    const to = begins - radius * (angles[nth] ?? 0);
    const from = Math.max(first, begins - radius * (angles[nth + 1] ?? 0));
    if (from < to) strips.push(strip(from, to));
  }
  if (first < begins - Math.PI * radius) strips.push(strip(first, begins - Math.PI * radius));
  return { strips: strips.filter((one) => one.outline.length > 2), turnedFraction: clamp(begins / (last - first), 0, 1) };
}
