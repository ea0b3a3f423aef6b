/** A wall board is designed for 1920 by 1080 pixels, landscape or portrait, and scaled to the display. Small windows are not scaled. */
const DESIGN_LONG_PX = 1920;
const DESIGN_SHORT_PX = 1080;
const MIN_WALL_SHORT_PX = 700;
const BASE_FONT_PX = 16;

/** Return the scale for a display of this size; null for a window too small to be a wall. */
export function wallScale(width: number, height: number): number | null {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  return short < MIN_WALL_SHORT_PX ? null : Math.min(long / DESIGN_LONG_PX, short / DESIGN_SHORT_PX);
}

/** The smallest factor by which a board is reduced when its content is higher than the display. */
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

/** Reduce the font size if the page is higher than the display: nobody can scroll a wall. */
function shrinkToFitWall(): void {
  const isWall = wallScale(innerWidth, innerHeight) !== null;
  const pageHeight = document.documentElement.scrollHeight;
  if (!isWall || pageHeight <= innerHeight + 1 || shrink <= MIN_SHRINK) return;
  shrink = Math.max(MIN_SHRINK, shrink * (innerHeight / pageHeight) * 0.995);
  applyScale();
}

/** Scale the page to the display and reduce it until nothing overflows. Returns a function that undoes it. */
export function enableWallMode(): () => void {
  refit();
  const observer = new ResizeObserver(() => shrinkToFitWall());
  observer.observe(document.body);
  addEventListener("resize", refit);
  return () => {
    observer.disconnect();
    removeEventListener("resize", refit);
    delete document.documentElement.dataset["screen"];
    document.documentElement.style.fontSize = "";
  };
}
