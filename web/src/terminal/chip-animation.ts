import type { TransitionConfig } from "svelte/transition";
import { prefersReducedMotion } from "svelte/motion";
import { playChipsSound } from "../lib/sounds";

/**
 * Chips fly from the rack to a spot and from the bank to whoever has won; what is lost goes to the bank. The chip itself is
 * at once where it belongs: what flies is a picture of it, over everything, moved by the browser alone.
 */
type Box = { x: number; y: number; width: number };

const FRESH_MS = 500;
const FLY_MS = 220;
const EACH_MS = 20;
const RISE = 0.18;
let touched = -Infinity;

/** The player has just moved chips himself. */
export function markChipsMoved(): void {
  touched = performance.now();
}

const isFresh = (): boolean => performance.now() - touched < FRESH_MS;

function boxOf(node: Element | null | undefined): Box | null {
  if (node === null || node === undefined) return null;
  const { x, y, width } = node.getBoundingClientRect();
  return width === 0 ? null : { x, y, width };
}

/** The chip that is held in the rack of the same table. */
const rackOf = (node: Element): Box | null => boxOf(node.closest("[data-phase]")?.querySelector('[role="radio"][aria-checked="true"]'));

/** The bank is where the dealer stands: over the middle of the felt. */
function bankOf(node: Element): Box | null {
  const felt = node.closest("main")?.getBoundingClientRect();
  return felt === undefined ? null : { x: felt.x + felt.width / 2, y: felt.y, width: 24 };
}

function fly(picture: Element, from: Box, to: Box, after: number): void {
  const flyer = document.createElement("div");
  flyer.setAttribute("aria-hidden", "true");
  Object.assign(flyer.style, { position: "fixed", left: "0", top: "0", width: `${to.width}px`, zIndex: "9", pointerEvents: "none" });
  flyer.append(picture.cloneNode(true));
  document.body.append(flyer);
  const size = from.width / to.width;
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  const at = (x: number, y: number, scale: number): string => `translate(${x}px, ${y}px) scale(${scale})`;
  const middle = at((from.x + to.x) / 2, (from.y + to.y) / 2 - far * RISE, (1 + size) / 2);
  const steps = [{ transform: at(from.x, from.y, size), transformOrigin: "0 0" }, { transform: middle, transformOrigin: "0 0" }, { transform: at(to.x, to.y, 1), transformOrigin: "0 0" }];
  const flight = flyer.animate(steps, { duration: FLY_MS, delay: after, easing: "cubic-bezier(0.3, 0.6, 0.3, 1)", fill: "both" });
  flight.onfinish = flight.oncancel = () => flyer.remove();
}

const NOWHERE: TransitionConfig = { duration: 0 };

/** A chip comes to lie on a stack. */
export function flyIn(node: Element, { place, of }: { place: number; of: number }): TransitionConfig {
  if (prefersReducedMotion.current) return { duration: 100, css: (t) => `opacity: ${t}` };
  const isPaid = node.closest(".won") !== null && node.closest(".stake") === null;
  const picture = node.querySelector("svg");
  if (picture === null || !(isPaid || isFresh())) return NOWHERE;
  if (isPaid && place === 0) playChipsSound(of);
  const after = place * EACH_MS;
  /* Measured when the browser lays the screen out anyway: asked for earlier, it would have to do so twice. */
  requestAnimationFrame(() => {
    const [from, to] = [isPaid ? bankOf(node) : rackOf(node), boxOf(node)];
    if (from !== null && to !== null) fly(picture, from, to, after);
  });
  return { duration: FLY_MS + after, css: (t) => `opacity: ${t < 1 ? 0 : 1}` };
}

/** A chip is taken from a stack: by the player, or by the bank if its wager has lost. */
export function flyOut(node: Element): TransitionConfig {
  const from = boxOf(node);
  const picture = node.querySelector("svg");
  if (prefersReducedMotion.current || from === null || picture === null) return NOWHERE;
  const spot = node.closest(".spot");
  const [rack, bank] = [isFresh() ? rackOf(node) : null, bankOf(node)];
  requestAnimationFrame(() => {
    const to = rack ?? (spot?.classList.contains("lost") === true ? bank : null);
    if (to !== null) fly(picture, from, { ...to, width: from.width }, 0);
  });
  return NOWHERE;
}
