/** A wall is drawn for 1920 by 1080, hung either way round, and scaled to whatever hangs there; a small window keeps its own sizes. */
const DESIGN_LONG_PX = 1920;
const DESIGN_SHORT_PX = 1080;
const MIN_WALL_SHORT_PX = 700;
const BASE_FONT_PX = 16;

/** How much larger than drawn a wall of this size is; null for a window that is read in the hand. */
export function wallScale(width: number, height: number): number | null {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return short < MIN_WALL_SHORT_PX ? null : Math.min(long / DESIGN_LONG_PX, short / DESIGN_SHORT_PX);
}

/** What a board may be drawn smaller by, where its words or its hands are longer than the wall is high. */
const MIN_SHRINK = 0.6;
let shrink = 1;

function applyScale(): void {
  const root = document.documentElement;
  const scale = wallScale(innerWidth, innerHeight);
  if (scale === null) delete root.dataset["screen"];
  else root.dataset["screen"] = "wall";
  root.style.fontSize = scale === null ? "" : `${BASE_FONT_PX * scale * shrink}px`;
}

function refit(): void {
  shrink = 1;
  applyScale();
  shrinkToFitWall();
}

/** Nobody scrolls a wall: whatever would hang below it is drawn smaller until it does not. */
function shrinkToFitWall(): void {
  const isWall = wallScale(innerWidth, innerHeight) !== null;
  const high = document.documentElement.scrollHeight;
  if (!isWall || high <= innerHeight + 1 || shrink <= MIN_SHRINK) return;
  shrink = Math.max(MIN_SHRINK, shrink * (innerHeight / high) * 0.995);
  applyScale();
}

/** Make this screen a wall, until the answer is called. */
export function enableWallMode(): () => void {
  refit();
  const grown = new ResizeObserver(() => shrinkToFitWall());
  grown.observe(document.body);
  addEventListener("resize", refit);
  return () => {
    grown.disconnect();
    removeEventListener("resize", refit);
    delete document.documentElement.dataset["screen"];
    document.documentElement.style.fontSize = "";
  };
}

/** How a page of the wall is divided. More tables than it holds go on the next page: none is drawn too small for ten metres. */
export type WallGrid = { columns: number; rows: number };
const MAX_TILES = { landscape: 6, portrait: 8 };

export function wallGrid(tables: number, hangs: keyof typeof MAX_TILES): WallGrid {
  const shown = Math.max(1, Math.min(tables, MAX_TILES[hangs]));
  const columns = hangs === "portrait" ? (shown <= 3 ? 1 : 2) : shown === 1 ? 1 : shown <= 4 ? 2 : 3;
  return { columns, rows: Math.ceil(shown / columns) };
}

/** The pages of a wall, as even as they go: the last of three does not hang there with one table alone. */
export function splitIntoPages<T>(tables: readonly T[], most: number): T[][] {
  const count = Math.ceil(tables.length / most);
  const even = Math.ceil(tables.length / Math.max(1, count));
  return Array.from({ length: count }, (_, page) => tables.slice(page * even, (page + 1) * even));
}
