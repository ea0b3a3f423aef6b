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
