/** A wall is drawn for 1920 by 1080 and scaled to whatever hangs there; a narrow window keeps its own sizes. */
const WIDE = 1920;
const HIGH = 1080;
const NARROW = 900;
const PIXELS = 16;

function fit(): void {
  const root = document.documentElement;
  const isWall = innerWidth >= NARROW;
  const scale = Math.min(innerWidth / WIDE, innerHeight / HIGH);
  if (isWall) root.dataset["screen"] = "wall";
  else delete root.dataset["screen"];
  root.style.fontSize = isWall ? `${PIXELS * scale}px` : "";
}

/** Make this screen a wall, until the answer is called. */
export function asWall(): () => void {
  fit();
  addEventListener("resize", fit);
  return () => {
    removeEventListener("resize", fit);
    delete document.documentElement.dataset["screen"];
    document.documentElement.style.fontSize = "";
  };
}

/** How many tables lie side by side, and how large: the size of their type and of a road's square, in rem. */
export type Wall = { columns: number; tile: number; square: number };
const ROOM_REM = 62;
const GAP_REM = 0.75;
/** A tile is as high as this many of its squares: six of its road, the rest for words, two lines of them at the foot. */
const SQUARES_HIGH = 13.5;

/** Fewer tables are drawn larger; more of them smaller, so that the last row hangs on the wall too. */
export function wallOf(tables: number): Wall {
  const columns = Math.max(1, Math.ceil(Math.sqrt(tables)));
  if (tables <= 4) return { columns, tile: 2, square: 3 };
  if (tables <= 9) return { columns, tile: 1.5, square: 1.875 };
  const rows = Math.ceil(tables / columns);
  const size = Math.floor((100 * ((ROOM_REM - GAP_REM * (rows - 1)) / rows)) / SQUARES_HIGH) / 100;
  return { columns, tile: size, square: size };
}
