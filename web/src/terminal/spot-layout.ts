import { preferences } from "../lib/preferences.svelte";
import { tCommon } from "../lib/common-words";
import type { Wager } from "../lib/types";

/** Where on the felt a wager belongs: with a hand, between them, or to neither. */
export type SpotZone = "player" | "banker" | "tie" | "both";
export type PlacedSpot = { wager: Wager; zone: SpotZone; x: number };
export type SpotLayout = {
  upperRows: PlacedSpot[][];
  leftWing: PlacedSpot[];
  firstLines: PlacedSpot[];
  tie: PlacedSpot[];
  secondLines: PlacedSpot[];
  rightWing: PlacedSpot[];
  gridColumns: string;
};

const WING_MOST = 2;
const ROW_MOST = 6;
/** Where the felt is narrow one spot stands beside a line, and what it has lost stands above. */
const WING_NARROW = 1;
/** A lone spot in the band above is no wider than a third of it. */
const SHARE_MOST = 3;
const WING = 0.74;
const LINE = 1.05;
const TIE = 0.62;

const ZONES: readonly SpotZone[] = ["player", "banker", "tie"];

/** Where the house paints it. */
export const zoneOf = (wager: Wager): SpotZone => ZONES.find((zone) => zone === wager.zone) ?? "both";

/**
 * Lines are the largest spots, the tie between them. Up to two side bets stand beside the hand they belong to; all others
 * make a band above, each on the side of its hand. `hands`: as they lie from left to right.
 */
export function layOutSpots(wagers: readonly Wager[], isNarrow = false, hands: readonly string[] = ["player", "banker"]): SpotLayout {
  const wing = isNarrow ? WING_NARROW : WING_MOST;
  const spots = wagers.map((wager) => ({ wager, zone: zoneOf(wager), x: 0 }));
  const lines = spots.filter((spot) => spot.wager.group === "line");
  const tie = spots.filter((spot) => spot.zone === "tie");
  const others = spots.filter((spot) => spot.wager.group !== "line" && spot.zone !== "tie");
  const sides = (zone: string | undefined): PlacedSpot[] => others.filter((spot) => spot.zone === zone && spot.wager.group !== "progressive");
  const both = others.filter((spot) => spot.zone === "both" || spot.wager.group === "progressive");
  const [first, second] = [sides(hands[0]), sides(hands[1])];
  const leftWing = first.slice(0, wing);
  const rightWing = second.slice(0, wing);
  const band = [...first.slice(wing), ...both, ...second.slice(wing)];
  const layout = {
    upperRows: rows(band, ROW_MOST),
    leftWing,
    firstLines: lines.filter((spot) => spot.zone === hands[0]),
    tie,
    secondLines: lines.filter((spot) => spot.zone !== hands[0]),
    rightWing,
  };
  return { ...layout, gridColumns: placeColumns(layout) };
}

/** In rows of at most so many, none much longer than another. */
export function splitEvenly<T>(all: readonly T[], most: number): T[][] {
  const count = Math.ceil(all.length / most);
  const from = (row: number): number => Math.ceil((row * all.length) / count);
  return Array.from({ length: count }, (_, row) => all.slice(from(row), from(row + 1)));
}

function rows(band: PlacedSpot[], most: number): PlacedSpot[][] {
  const made = splitEvenly(band, most);
  for (const row of made) {
    const filled = row.length / Math.max(row.length, SHARE_MOST);
    row.forEach((spot, nth) => (spot.x = ((2 * nth + 1) / row.length - 1) * filled));
  }
  return made;
}

/** The middle of each column from -1 to 1, for the arc; returns the columns of the lower band. */
function placeColumns(layout: Omit<SpotLayout, "gridColumns">): string {
  const columns: [PlacedSpot[], number][] = (
    [
      [layout.leftWing, WING],
      [layout.firstLines, LINE],
      [layout.tie, TIE],
      [layout.secondLines, LINE],
      [layout.rightWing, WING],
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

/** The name as it is painted: a spot that stands with its hand and bears its letter need not name it again. */
export function titleWithoutSide(wager: Wager, zone: SpotZone): string {
  const title = shortTitle(wager);
  if (wager.group === "line" || (zone !== "player" && zone !== "banker")) return title;
  return title.replace(/,? (Player|Banker)$/i, "").replace(/^(Player|Banker) (?=\S+ \S)/i, "");
}

/** A name short enough to be painted large: "Banker's Hand" is "Banker". */
export function shortTitle(wager: Pick<Wager, "title">): string {
  return wager.title.replace(/('s Hand| line| Bonus Bet| Bet)$/i, "");
}

/** What a spot is called: by its side in the reader's language, otherwise by its short title. */
export function spotTitle(wager: Pick<Wager, "id" | "title">): string {
  const side = wager.id === "player" || wager.id === "banker" || wager.id === "tie" ? tCommon(`side.${wager.id}`) : null;
  return side !== null && preferences.language !== "en" ? side : shortTitle(wager);
}
