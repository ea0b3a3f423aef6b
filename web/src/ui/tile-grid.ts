/** How tables that are chosen from fill the page: a few large, many as small as they may be, one screen after the other. Lengths in rem. */
export type Box = { width: number; height: number };
export type Shape = "wide" | "tall" | "small";
/** `fills`: all of them are on one screen, and share it. */
export type Arranged = { columns: number; fills: boolean; shape: Shape; tile: Box };

/** The least a tile is read at: with its picture above, and with its picture beside. */
const TALL: Box = { width: 20, height: 21 };
const WIDE: Box = { width: 34, height: 16 };
/** A tile looks its best so much wider than high. */
const RATIO = 1.6;
const GAP = 1;

export function arranged(count: number, room: Box): Arranged {
  const fitting = Array.from({ length: count }, (_, nth) => nth + 1).flatMap((columns) => {
    const tile = tileOf(room, columns, Math.ceil(count / columns));
    const shape = shapeOf(tile);
    return shape === null ? [] : [{ columns, fills: true, shape, tile }];
  });
  const worth = ({ columns, tile }: Arranged): number => Math.min(tile.width / RATIO, tile.height) ** 2 * (count / (columns * Math.ceil(count / columns)));
  const [best] = fitting.sort((one, other) => worth(other) - worth(one));
  return best ?? scrolled(room);
}

function tileOf(room: Box, columns: number, rows: number): Box {
  return { width: (room.width - GAP * (columns - 1)) / columns, height: (room.height - GAP * (rows - 1)) / rows };
}

function shapeOf(tile: Box): Shape | null {
  const fits = (least: Box): boolean => tile.width >= least.width && tile.height >= least.height;
  if (fits(WIDE) && tile.width >= RATIO * tile.height) return "wide";
  return fits(TALL) ? "tall" : null;
}

/** More than one screen holds: as many beside each other as may be. */
function scrolled(room: Box): Arranged {
  const columns = Math.max(1, Math.floor((room.width + GAP) / (TALL.width + GAP)));
  return { columns, fills: false, shape: "small", tile: { width: tileOf(room, columns, 1).width, height: TALL.height } };
}

/** How large the letters of a tile are beside a terminal's own; never smaller. What is told in the longest language has room beside them. */
export function lettersOf({ shape, tile }: Arranged): number {
  if (shape === "small") return 1;
  const least = shape === "wide" ? WIDE : TALL;
  return Math.max(1, Math.min(2.5, tile.width / least.width, tile.height / (least.height + 1.5)));
}

/** Columns in parts so small that the tables of a last row that is not full may share its whole width. */
export type Tracks = { count: number; spanOf: (nth: number) => number };

export function tracksOf(tables: number, columns: number): Tracks {
  const last = tables % columns;
  if (last === 0) return { count: columns, spanOf: () => 1 };
  return { count: columns * last, spanOf: (nth) => (nth >= tables - last ? columns : last) };
}
