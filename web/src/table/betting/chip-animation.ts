import type { TransitionConfig } from "svelte/transition";
import { prefersReducedMotion } from "svelte/motion";
import { playChipsSound } from "../../lib/sounds";

/**
 * Svelte transitions for chips: bets fly from the chip tray to a spot, payouts from the bank, lost bets to the bank. The chip
 * itself is in its final place at once; a copy of its picture flies over the page, animated by the browser.
 */
type Position = { x: number; y: number; width: number };

const MOVED_RECENTLY_MS = 500;
const FLY_MS = 220;
const DELAY_PER_CHIP_MS = 20;
const RISE = 0.18;
let movedAt = -Infinity;

/** Record that the player has just moved chips, so that the next changes are animated from the tray. */
export function markChipsMoved(): void {
  movedAt = performance.now();
}

const hasJustMoved = (): boolean => performance.now() - movedAt < MOVED_RECENTLY_MS;

function positionOf(node: Element | null | undefined): Position | null {
  if (node === null || node === undefined) return null;
  const { x, y, width } = node.getBoundingClientRect();
  return width === 0 ? null : { x, y, width };
}

/** Position of the selected chip in the tray of the same table. */
const trayPosition = (node: Element): Position | null =>
  positionOf(node.closest("[data-phase]")?.querySelector('[role="radio"][aria-checked="true"]'));

/** Position of the bank: the middle of the felt's upper edge. */
function bankPosition(node: Element): Position | null {
  const felt = node.closest("main")?.getBoundingClientRect();
  return felt === undefined ? null : { x: felt.x + felt.width / 2, y: felt.y, width: 24 };
}

function fly(picture: Element, from: Position, to: Position, delayMs: number): void {
  const copy = document.createElement("div");
  copy.setAttribute("aria-hidden", "true");
  Object.assign(copy.style, { position: "fixed", left: "0", top: "0", width: `${to.width}px`, zIndex: "9", pointerEvents: "none" });
  copy.append(picture.cloneNode(true));
  document.body.append(copy);
  const size = from.width / to.width;
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  const at = (x: number, y: number, scale: number): string => `translate(${x}px, ${y}px) scale(${scale})`;
  const middle = at((from.x + to.x) / 2, (from.y + to.y) / 2 - distance * RISE, (1 + size) / 2);
  const steps = [
    { transform: at(from.x, from.y, size), transformOrigin: "0 0" },
    { transform: middle, transformOrigin: "0 0" },
    { transform: at(to.x, to.y, 1), transformOrigin: "0 0" },
  ];
  const flight = copy.animate(steps, { duration: FLY_MS, delay: delayMs, easing: "cubic-bezier(0.3, 0.6, 0.3, 1)", fill: "both" });
  flight.onfinish = flight.oncancel = () => copy.remove();
}

const NO_TRANSITION: TransitionConfig = { duration: 0 };

/** Transition of a chip that is added to a stack. */
export function flyIn(node: Element, { place, of }: { place: number; of: number }): TransitionConfig {
  if (prefersReducedMotion.current) return { duration: 100, css: (t) => `opacity: ${t}` };
  const isPaid = node.closest(".won") !== null && node.closest(".stake") === null;
  const picture = node.querySelector("svg");
  if (picture === null || !(isPaid || hasJustMoved())) return NO_TRANSITION;
  if (isPaid && place === 0) playChipsSound(of);
  const delayMs = place * DELAY_PER_CHIP_MS;
  /* Measured in the next frame, when the browser computes the layout anyway: measuring now would force it twice. */
  requestAnimationFrame(() => {
    const [from, to] = [isPaid ? bankPosition(node) : trayPosition(node), positionOf(node)];
    if (from !== null && to !== null) fly(picture, from, to, delayMs);
  });
  return { duration: FLY_MS + delayMs, css: (t) => `opacity: ${t < 1 ? 0 : 1}` };
}

/** Transition of a chip that leaves a stack: to the player, or to the bank if its wager has lost. */
export function flyOut(node: Element): TransitionConfig {
  const from = positionOf(node);
  const picture = node.querySelector("svg");
  if (prefersReducedMotion.current || from === null || picture === null) return NO_TRANSITION;
  const spot = node.closest(".spot");
  const [tray, bank] = [hasJustMoved() ? trayPosition(node) : null, bankPosition(node)];
  requestAnimationFrame(() => {
    const to = tray ?? (spot?.classList.contains("lost") === true ? bank : null);
    if (to !== null) fly(picture, from, { ...to, width: from.width }, 0);
  });
  return NO_TRANSITION;
}
