import { translateRulebookText, type OfGame } from "../../lib/rulebook-translations.svelte";
import type { Wager } from "../../lib/types";
import type { Badge } from "../../records/side";

/** Part of the felt: beside a hand, between the hands ("tie"), or for both hands. */
export type SpotZone = "player" | "banker" | "tie" | "both";
/** Place of a wager. `badge`: badge of the hand that it belongs to, in games whose hands have names of their own. */
export type PlacedSpot = { wager: Wager; zone: SpotZone; x: number; badge?: Badge | null };
export type SpotLayout = {
  upperRows: PlacedSpot[][];
  leftWing: PlacedSpot[];
  firstLines: PlacedSpot[];
  tie: PlacedSpot[];
  secondLines: PlacedSpot[];
  rightWing: PlacedSpot[];
  gridColumns: string;
};

const MAX_WING_SPOTS = 2;
const MAX_ROW_SPOTS = 6;
/** On a narrow felt only one spot stands beside a line; the others move to the band above. */
const MAX_WING_SPOTS_NARROW = 1;
/** A spot in the band above is at most a third of its width. */
const MIN_ROW_SHARES = 3;
const WING_WIDTH = 0.74;
const LINE_WIDTH = 1.05;
const TIE_WIDTH = 0.62;

const ZONES: readonly SpotZone[] = ["player", "banker", "tie"];

/** The zone that the server gives for a wager; "both" if it gives none. */
export const zoneOf = (wager: Wager): SpotZone => ZONES.find((zone) => zone === wager.zone) ?? "both";

/**
 * Lay out the spots: the lines are the largest, with the tie between them. Up to two side bets stand beside their hand; the
 * others form rows above, each on the side of its hand. `hands`: the hands from left to right.
 */
export function layOutSpots(wagers: readonly Wager[], isNarrow = false, hands: readonly string[] = ["player", "banker"]): SpotLayout {
  const wing = isNarrow ? MAX_WING_SPOTS_NARROW : MAX_WING_SPOTS;
  const spots = wagers.map((wager) => ({ wager, zone: zoneOf(wager), x: 0 }));
  const lines = spots.filter((spot) => spot.wager.group === "line");
  const tie = spots.filter((spot) => spot.zone === "tie");
  const others = spots.filter((spot) => spot.wager.group !== "line" && spot.zone !== "tie");
  const sides = (zone: string | undefined): PlacedSpot[] =>
    others.filter((spot) => spot.zone === zone && spot.wager.group !== "progressive");
  const both = others.filter((spot) => spot.zone === "both" || spot.wager.group === "progressive");
  const [first, second] = [sides(hands[0]), sides(hands[1])];
  const leftWing = first.slice(0, wing);
  const rightWing = second.slice(0, wing);
  const band = [...first.slice(wing), ...both, ...second.slice(wing)];
  const layout = {
    upperRows: bandRows(band, MAX_ROW_SPOTS),
    leftWing,
    firstLines: lines.filter((spot) => spot.zone === hands[0]),
    tie,
    secondLines: lines.filter((spot) => spot.zone !== hands[0]),
    rightWing,
  };
  return { ...layout, gridColumns: placeColumns(layout) };
}

/** Split the items into rows of similar length, each with at most `most` items. */
export function splitEvenly<T>(items: readonly T[], most: number): T[][] {
  const count = Math.ceil(items.length / most);
  const from = (row: number): number => Math.ceil((row * items.length) / count);
  return Array.from({ length: count }, (_, row) => items.slice(from(row), from(row + 1)));
}

function bandRows(band: PlacedSpot[], most: number): PlacedSpot[][] {
  const rows = splitEvenly(band, most);
  for (const row of rows) {
    const filled = row.length / Math.max(row.length, MIN_ROW_SHARES);
    row.forEach((spot, nth) => (spot.x = ((2 * nth + 1) / row.length - 1) * filled));
  }
  return rows;
}

/** Set `x` of the lower spots (-1 left to 1 right, for the arc) and return the `grid-template-columns` of that band. */
function placeColumns(layout: Omit<SpotLayout, "gridColumns">): string {
  const columns: [PlacedSpot[], number][] = (
    [
      [layout.leftWing, WING_WIDTH],
      [layout.firstLines, LINE_WIDTH],
      [layout.tie, TIE_WIDTH],
      [layout.secondLines, LINE_WIDTH],
      [layout.rightWing, WING_WIDTH],
    ] as [PlacedSpot[], number][]
  ).filter(([spots]) => spots.length > 0);
  const total = columns.reduce((sum, [, width]) => sum + width, 0);
  let from = 0;
  for (const [spots, width] of columns) {
    for (const spot of spots) spot.x = (2 * from + width) / total - 1;
    from += width;
  }
  return columns.map(([, width]) => `minmax(0, ${width}fr)`).join(" ");
}

/**
 * The spots of an upright phone. `columns`: below the lines, the side bets of the first hand on the left, those of the second on the
 * right, the others between them; null if there are too many of the others, then `rows` has all of them.
 */
export type PhoneSpots = {
  lines: PlacedSpot[];
  columns: { left: PlacedSpot[]; middle: PlacedSpot[]; right: PlacedSpot[] } | null;
  rows: PlacedSpot[][];
};

/**
 * Lay out the spots for an upright phone. Side bets of the two hands with the same title stand in the same row; then the others are
 * paired in their order. A side bet without a partner on the other side moves to the middle.
 */
export function layOutPhoneSpots(wagers: readonly Wager[], hands: readonly string[], perRow: number): PhoneSpots {
  const spots = wagers.map((wager): PlacedSpot => ({ wager, zone: zoneOf(wager), x: 0 }));
  const lines = spots.filter((spot) => spot.wager.group === "line");
  const [tie, ...otherTies] = spots.filter((spot) => spot.zone === "tie");
  const sides = spots.filter((spot) => spot.wager.group !== "line" && spot.zone !== "tie");
  const ofHand = (hand: string | undefined): PlacedSpot[] =>
    sides.filter((spot) => spot.zone === hand && spot.wager.group !== "progressive");
  const [first, second] = [ofHand(hands[0]), ofHand(hands[1])];
  const partners: PlacedSpot[] = [];
  const alike = first.filter((spot) => {
    const partner = second.find((other) => other.wager.spot_title === spot.wager.spot_title && !partners.includes(other));
    if (partner !== undefined) partners.push(partner);
    return partner !== undefined;
  });
  const [loneFirst, loneSecond] = [first.filter((spot) => !alike.includes(spot)), second.filter((spot) => !partners.includes(spot))];
  const paired = Math.min(loneFirst.length, loneSecond.length);
  const left = [...alike, ...loneFirst.slice(0, paired)];
  const right = [...partners, ...loneSecond.slice(0, paired)];
  const middle = [...otherTies, ...sides.filter((spot) => !left.includes(spot) && !right.includes(spot))];
  const firstLines = lines.filter((spot) => spot.zone === hands[0]);
  const secondLines = lines.filter((spot) => spot.zone !== hands[0]);
  const lineRow = [...firstLines, ...(tie === undefined ? [] : [tie]), ...secondLines];
  if (tie !== undefined && left.length > 0 && lineRow.length === 3 && middle.length <= left.length)
    return { lines: lineRow, columns: { left, middle, right }, rows: [] };
  const others = [...left.flatMap((spot, nth) => [spot, right[nth]]).filter((spot) => spot !== undefined), ...middle];
  return { lines: lineRow, columns: null, rows: splitEvenly(others, perRow) };
}

/** Title on a spot, in the viewer's language. Beside its hand, which it shows a badge of, a wager does not name the hand again. */
export function spotTitle(wager: Pick<Wager, "short_title" | "spot_title">, zone: SpotZone, game?: OfGame): string {
  return translateRulebookText(zone === "both" ? wager.short_title : wager.spot_title, game);
}
