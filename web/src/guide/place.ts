/** What a step of a guide points at, wherever it stands on this screen. */
export const POINTS = {
  hands: "[data-cards], section.player, section.banker",
  chips: "[role=radiogroup], [data-stakes]",
  spots: "main [data-wager], [data-bet]",
  clock: ".ring",
  help: "header nav",
} as const;
export type Point = keyof typeof POINTS;
export type Box = { left: number; top: number; width: number; height: number };

/** What all of them together take up of the screen; null where none is to be seen. */
export function boxAround(boxes: readonly Box[]): Box | null {
  const seen = boxes.filter((box) => box.width > 0 && box.height > 0);
  if (seen.length === 0) return null;
  const left = Math.min(...seen.map((box) => box.left));
  const top = Math.min(...seen.map((box) => box.top));
  const right = Math.max(...seen.map((box) => box.left + box.width));
  const bottom = Math.max(...seen.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}

const GAP = 12;

/** Where the words stand: beside what they speak of, above or below it as there is room, and always on the screen. */
export function placeBeside(at: Box | null, card: { width: number; height: number }, screen: { width: number; height: number }): { left: number; top: number } {
  const most = { left: Math.max(GAP, screen.width - card.width - GAP), top: Math.max(GAP, screen.height - card.height - GAP) };
  if (at === null) return { left: (screen.width - card.width) / 2, top: most.top / 2 };
  const left = Math.min(Math.max(GAP, at.left + at.width / 2 - card.width / 2), most.left);
  const below = at.top + at.height + GAP;
  const above = at.top - card.height - GAP;
  if (below <= most.top) return { left, top: below };
  if (above >= GAP) return { left, top: above };
  // Neither: where it covers least of what it speaks of.
  return { left, top: at.top > screen.height - at.top - at.height ? GAP : most.top };
}
