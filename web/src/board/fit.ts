/** A wall is drawn for 1920 by 1080, hung either way round, and scaled to whatever hangs there; a small window keeps its own sizes. */
const LONG = 1920;
const SHORT = 1080;
const LEAST = 700;
const PIXELS = 16;

/** How much larger than drawn a wall of this size is; null for a window that is read in the hand. */
export function wallScale(width: number, height: number): number | null {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return short < LEAST ? null : Math.min(long / LONG, short / SHORT);
}

/** What a board may be drawn smaller by, where its words or its hands are longer than the wall is high. */
const SMALLEST = 0.6;
let shrunk = 1;

function draw(): void {
  const root = document.documentElement;
  const scale = wallScale(innerWidth, innerHeight);
  if (scale === null) delete root.dataset["screen"];
  else root.dataset["screen"] = "wall";
  root.style.fontSize = scale === null ? "" : `${PIXELS * scale * shrunk}px`;
}

function fit(): void {
  shrunk = 1;
  draw();
  keepOnWall();
}

/** Nobody scrolls a wall: whatever would hang below it is drawn smaller until it does not. */
function keepOnWall(): void {
  const isWall = wallScale(innerWidth, innerHeight) !== null;
  const high = document.documentElement.scrollHeight;
  if (!isWall || high <= innerHeight + 1 || shrunk <= SMALLEST) return;
  shrunk = Math.max(SMALLEST, shrunk * (innerHeight / high) * 0.995);
  draw();
}

/** Make this screen a wall, until the answer is called. */
export function asWall(): () => void {
  fit();
  const grown = new ResizeObserver(() => keepOnWall());
  grown.observe(document.body);
  addEventListener("resize", fit);
  return () => {
    grown.disconnect();
    removeEventListener("resize", fit);
    delete document.documentElement.dataset["screen"];
    document.documentElement.style.fontSize = "";
  };
}

/** How a page of the wall is divided. More tables than it holds go on the next page: none is drawn too small for ten metres. */
export type Grid = { columns: number; rows: number };
const MOST = { landscape: 6, portrait: 8 };

export function gridOf(tables: number, hangs: keyof typeof MOST): Grid {
  const shown = Math.max(1, Math.min(tables, MOST[hangs]));
  const columns = hangs === "portrait" ? (shown <= 3 ? 1 : 2) : shown === 1 ? 1 : shown <= 4 ? 2 : 3;
  return { columns, rows: Math.ceil(shown / columns) };
}

/** The pages of a wall, as even as they go: the last of three does not hang there with one table alone. */
export function pagesOf<T>(tables: readonly T[], most: number): T[][] {
  const count = Math.ceil(tables.length / most);
  const even = Math.ceil(tables.length / Math.max(1, count));
  return Array.from({ length: count }, (_, page) => tables.slice(page * even, (page + 1) * even));
}
