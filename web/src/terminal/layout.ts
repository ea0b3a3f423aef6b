import { choices } from "../lib/choices.svelte";
import { common } from "../lib/common";
import type { Wager } from "../lib/types";

/** Where on the felt a wager belongs: with a hand, between them, or to neither. */
export type Zone = "player" | "banker" | "tie" | "both";
export type Placed = { wager: Wager; zone: Zone; x: number };
export type FeltPlan = {
  upper: Placed[][];
  left: Placed[];
  first: Placed[];
  tie: Placed[];
  second: Placed[];
  right: Placed[];
  columns: string;
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

const ZONES: readonly Zone[] = ["player", "banker", "tie"];

/** Where the house paints it. */
export const zoneOf = (wager: Wager): Zone => ZONES.find((zone) => zone === wager.zone) ?? "both";

/**
 * Lines are the largest spots, the tie between them. Up to two side bets stand beside the hand they belong to; all others
 * make a band above, each on the side of its hand. `hands`: as they lie from left to right.
 */
export function planFelt(wagers: readonly Wager[], isNarrow = false, hands: readonly string[] = ["player", "banker"]): FeltPlan {
  const wing = isNarrow ? WING_NARROW : WING_MOST;
  const spots = wagers.map((wager) => ({ wager, zone: zoneOf(wager), x: 0 }));
  const lines = spots.filter((spot) => spot.wager.group === "line");
  const tie = spots.filter((spot) => spot.zone === "tie");
  const others = spots.filter((spot) => spot.wager.group !== "line" && spot.zone !== "tie");
  const sides = (zone: string | undefined): Placed[] => others.filter((spot) => spot.zone === zone && spot.wager.group !== "progressive");
  const both = others.filter((spot) => spot.zone === "both" || spot.wager.group === "progressive");
  const [first, second] = [sides(hands[0]), sides(hands[1])];
  const left = first.slice(0, wing);
  const right = second.slice(0, wing);
  const band = [...first.slice(wing), ...both, ...second.slice(wing)];
  const plan = {
    upper: rows(band, ROW_MOST),
    left,
    first: lines.filter((spot) => spot.zone === hands[0]),
    tie,
    second: lines.filter((spot) => spot.zone !== hands[0]),
    right,
  };
  return { ...plan, columns: place(plan) };
}

/** In rows of at most so many, none much longer than another. */
export function shared<T>(all: readonly T[], most: number): T[][] {
  const count = Math.ceil(all.length / most);
  const from = (row: number): number => Math.ceil((row * all.length) / count);
  return Array.from({ length: count }, (_, row) => all.slice(from(row), from(row + 1)));
}

function rows(band: Placed[], most: number): Placed[][] {
  const made = shared(band, most);
  for (const row of made) {
    const filled = row.length / Math.max(row.length, SHARE_MOST);
    row.forEach((spot, nth) => (spot.x = ((2 * nth + 1) / row.length - 1) * filled));
  }
  return made;
}

/** The middle of each column from -1 to 1, for the arc; returns the columns of the lower band. */
function place(plan: Omit<FeltPlan, "columns">): string {
  const columns: [Placed[], number][] = (
    [
      [plan.left, WING],
      [plan.first, LINE],
      [plan.tie, TIE],
      [plan.second, LINE],
      [plan.right, WING],
    ] as [Placed[], number][]
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
export function paintedTitle(wager: Wager, zone: Zone): string {
  const title = shortTitle(wager);
  if (wager.group === "line" || (zone !== "player" && zone !== "banker")) return title;
  return title.replace(/,? (Player|Banker)$/i, "").replace(/^(Player|Banker) (?=\S+ \S)/i, "");
}

/** A name short enough to be painted large: "Banker's Hand" is "Banker". */
export function shortTitle(wager: Pick<Wager, "title">): string {
  return wager.title.replace(/('s Hand| line| Bonus Bet| Bet)$/i, "");
}

/** What a spot is called: by its side in the reader's language, otherwise by its short title. */
export function titleOnSpot(wager: Pick<Wager, "id" | "title">): string {
  const side = wager.id === "player" || wager.id === "banker" || wager.id === "tie" ? common(`side.${wager.id}`) : null;
  return side !== null && choices.language !== "en" ? side : shortTitle(wager);
}
