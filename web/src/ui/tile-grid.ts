/** How tables that are chosen from fill the page: a few large, many as small as they may be, one screen after the other. Lengths in rem. */
export type SizeInRem = { width: number; height: number };
export type TileShape = "wide" | "tall" | "small";
/** `fills`: all of them are on one screen, and share it. */
export type TileGridLayout = { columns: number; fitsOneScreen: boolean; shape: TileShape; tile: SizeInRem };

/** The least a tile is read at: with its picture above, and with its picture beside. */
const MIN_TALL_TILE: SizeInRem = { width: 20, height: 21 };
const MIN_WIDE_TILE: SizeInRem = { width: 34, height: 16 };
/** A tile looks its best so much wider than high. */
const BEST_ASPECT_RATIO = 1.6;
const GAP = 1;

export function layOutTiles(count: number, room: SizeInRem): TileGridLayout {
  const fitting = Array.from({ length: count }, (_, nth) => nth + 1).flatMap((columns) => {
    const tile = tileSize(room, columns, Math.ceil(count / columns));
    const shape = tileShape(tile);
    return shape === null ? [] : [{ columns, fitsOneScreen: true, shape, tile }];
  });
  const worth = ({ columns, tile }: TileGridLayout): number => Math.min(tile.width / BEST_ASPECT_RATIO, tile.height) ** 2 * (count / (columns * Math.ceil(count / columns)));
  const [best] = fitting.sort((one, other) => worth(other) - worth(one));
  return best ?? scrollingLayout(room);
}

function tileSize(room: SizeInRem, columns: number, rows: number): SizeInRem {
  return { width: (room.width - GAP * (columns - 1)) / columns, height: (room.height - GAP * (rows - 1)) / rows };
}

function tileShape(tile: SizeInRem): TileShape | null {
  const fits = (least: SizeInRem): boolean => tile.width >= least.width && tile.height >= least.height;
  if (fits(MIN_WIDE_TILE) && tile.width >= BEST_ASPECT_RATIO * tile.height) return "wide";
  return fits(MIN_TALL_TILE) ? "tall" : null;
}

/** More than one screen holds: as many beside each other as may be. */
function scrollingLayout(room: SizeInRem): TileGridLayout {
  const columns = Math.max(1, Math.floor((room.width + GAP) / (MIN_TALL_TILE.width + GAP)));
  return { columns, fitsOneScreen: false, shape: "small", tile: { width: tileSize(room, columns, 1).width, height: MIN_TALL_TILE.height } };
}

/** How large the letters of a tile are beside a terminal's own; never smaller. What is told in the longest language has room beside them. */
export function tileFontScale({ shape, tile }: TileGridLayout): number {
  if (shape === "small") return 1;
  const least = shape === "wide" ? MIN_WIDE_TILE : MIN_TALL_TILE;
  return Math.max(1, Math.min(2.5, tile.width / least.width, tile.height / (least.height + 1.5)));
}

/** Columns in parts so small that the tables of a last row that is not full may share its whole width. */
export type GridTracks = { count: number; spanOf: (nth: number) => number };

export function gridTracks(tables: number, columns: number): GridTracks {
  const last = tables % columns;
  if (last === 0) return { count: columns, spanOf: () => 1 };
  return { count: columns * last, spanOf: (nth) => (nth >= tables - last ? columns : last) };
}
