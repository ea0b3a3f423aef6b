import type { GuideTarget } from "../../../table/game-parts";

/** CSS selectors of the things a guide step can point at. */
export const TARGET_SELECTORS: Readonly<Record<GuideTarget, string>> = {
  hands: "[data-cards], section.player, section.banker",
  chips: "[role=radiogroup], [data-stakes]",
  spots: "main [data-wager], [data-bet]",
  clock: ".ring",
  help: "header nav",
};
export type ScreenRect = { left: number; top: number; width: number; height: number };

/** Return the smallest rectangle around all visible ones; null if none is visible. */
export function boundingRect(rects: readonly ScreenRect[]): ScreenRect | null {
  const visible = rects.filter((rect) => rect.width > 0 && rect.height > 0);
  if (visible.length === 0) return null;
  const left = Math.min(...visible.map((rect) => rect.left));
  const top = Math.min(...visible.map((rect) => rect.top));
  const right = Math.max(...visible.map((rect) => rect.left + rect.width));
  const bottom = Math.max(...visible.map((rect) => rect.top + rect.height));
  return { left, top, width: right - left, height: bottom - top };
}

const MARGIN_PX = 12;

/** Return where the guide's card goes: below its target, or above it if there is no space below, and always inside the screen. */
export function positionBeside(
  target: ScreenRect | null,
  card: { width: number; height: number },
  screen: { width: number; height: number },
): { left: number; top: number } {
  const max = {
    left: Math.max(MARGIN_PX, screen.width - card.width - MARGIN_PX),
    top: Math.max(MARGIN_PX, screen.height - card.height - MARGIN_PX),
  };
  if (target === null) return { left: (screen.width - card.width) / 2, top: max.top / 2 };
  const left = Math.min(Math.max(MARGIN_PX, target.left + target.width / 2 - card.width / 2), max.left);
  const below = target.top + target.height + MARGIN_PX;
  const above = target.top - card.height - MARGIN_PX;
  if (below <= max.top) return { left, top: below };
  if (above >= MARGIN_PX) return { left, top: above };
  // No space above or below: use the edge of the screen where the card covers less of the target.
  return { left, top: target.top > screen.height - target.top - target.height ? MARGIN_PX : max.top };
}
