/** Layout of table tiles on a page: a few are large and fill the screen, many are small and scroll. Lengths are in rem. */
export type SizeInRem = { width: number; height: number };
export type TileShape = "wide" | "tall" | "small";
export type TileGridLayout = { columns: number; fitsOneScreen: boolean; shape: TileShape; tile: SizeInRem };

/** Minimum size of a readable tile with its picture above the text, and with its picture beside it. */
const MIN_TALL_TILE: SizeInRem = { width: 20, height: 21 };
const MIN_WIDE_TILE: SizeInRem = { width: 34, height: 16 };
/** Preferred width divided by height of a tile. */
const BEST_ASPECT_RATIO = 1.6;
const GAP = 1;

export function layOutTiles(count: number, space: SizeInRem): TileGridLayout {
  const fitting = Array.from({ length: count }, (_, index) => index + 1).flatMap((columns) => {
    const tile = tileSize(space, columns, Math.ceil(count / columns));
    const shape = tileShape(tile);
    return shape === null ? [] : [{ columns, fitsOneScreen: true, shape, tile }];
  });
  const score = ({ columns, tile }: TileGridLayout): number =>
    Math.min(tile.width / BEST_ASPECT_RATIO, tile.height) ** 2 * (count / (columns * Math.ceil(count / columns)));
  const [best] = fitting.sort((a, b) => score(b) - score(a));
  return best ?? scrollingLayout(space);
}

function tileSize(space: SizeInRem, columns: number, rows: number): SizeInRem {
  return { width: (space.width - GAP * (columns - 1)) / columns, height: (space.height - GAP * (rows - 1)) / rows };
}

function tileShape(tile: SizeInRem): TileShape | null {
  const isAtLeast = (min: SizeInRem): boolean => tile.width >= min.width && tile.height >= min.height;
  if (isAtLeast(MIN_WIDE_TILE) && tile.width >= BEST_ASPECT_RATIO * tile.height) return "wide";
  return isAtLeast(MIN_TALL_TILE) ? "tall" : null;
}

/** Layout for more tiles than fit on one screen: as many columns of small tiles as fit. */
function scrollingLayout(space: SizeInRem): TileGridLayout {
  const columns = Math.max(1, Math.floor((space.width + GAP) / (MIN_TALL_TILE.width + GAP)));
  return {
    columns,
    fitsOneScreen: false,
    shape: "small",
    tile: { width: tileSize(space, columns, 1).width, height: MIN_TALL_TILE.height },
  };
}

/** Return the font size of a tile relative to the body text, from 1 to 2.5. It leaves space for the longest language. */
export function tileFontScale({ shape, tile }: TileGridLayout): number {
  if (shape === "small") return 1;
  const min = shape === "wide" ? MIN_WIDE_TILE : MIN_TALL_TILE;
  return Math.max(1, Math.min(2.5, tile.width / min.width, tile.height / (min.height + 1.5)));
}

/** Number of grid columns and the span of each tile, chosen so that an incomplete last row fills the full width. */
export type GridTracks = { count: number; spanOf: (index: number) => number };

export function gridTracks(tables: number, columns: number): GridTracks {
  const inLastRow = tables % columns;
  if (inLastRow === 0) return { count: columns, spanOf: () => 1 };
  return { count: columns * inLastRow, spanOf: (index) => (index >= tables - inLastRow ? columns : inLastRow) };
}
