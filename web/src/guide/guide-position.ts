/** What a step of a guide points at, wherever it stands on this screen. */
export const TARGET_SELECTORS = {
  hands: "[data-cards], section.player, section.banker",
  chips: "[role=radiogroup], [data-stakes]",
  spots: "main [data-wager], [data-bet]",
  clock: ".ring",
  help: "header nav",
} as const;
export type GuideTarget = keyof typeof TARGET_SELECTORS;
export type ScreenRect = { left: number; top: number; width: number; height: number };

/** What all of them together take up of the screen; null where none is to be seen. */
export function boundingRect(boxes: readonly ScreenRect[]): ScreenRect | null {
  const visible = boxes.filter((box) => box.width > 0 && box.height > 0);
  if (visible.length === 0) return null;
  const left = Math.min(...visible.map((box) => box.left));
  const top = Math.min(...visible.map((box) => box.top));
  const right = Math.max(...visible.map((box) => box.left + box.width));
  const bottom = Math.max(...visible.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}

const MARGIN_PX = 12;

/** Where the words stand: beside what they speak of, above or below it as there is room, and always on the screen. */
export function positionBeside(target: ScreenRect | null, card: { width: number; height: number }, screen: { width: number; height: number }): { left: number; top: number } {
  const max = { left: Math.max(MARGIN_PX, screen.width - card.width - MARGIN_PX), top: Math.max(MARGIN_PX, screen.height - card.height - MARGIN_PX) };
  if (target === null) return { left: (screen.width - card.width) / 2, top: max.top / 2 };
  const left = Math.min(Math.max(MARGIN_PX, target.left + target.width / 2 - card.width / 2), max.left);
  const below = target.top + target.height + MARGIN_PX;
  const above = target.top - card.height - MARGIN_PX;
  if (below <= max.top) return { left, top: below };
  if (above >= MARGIN_PX) return { left, top: above };
  // Neither: where it covers least of what it speaks of.
  return { left, top: target.top > screen.height - target.top - target.height ? MARGIN_PX : max.top };
}
