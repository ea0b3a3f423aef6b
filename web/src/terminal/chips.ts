import { rack } from "../betting/rack.svelte";
import type { TableView } from "../lib/types";

/** The usual American chips, in cents. */
export const CHIPS = [100, 500, 2500, 10_000, 50_000, 100_000] as const;
export const STACK_MOST = 5;

/** The least and the most that any spot here takes. */
export function limitsHere(view: TableView): { least: number; most: number } {
  const open = view.wagers.filter((wager) => !wager.is_placed_during_round && wager.limit.least_cents !== wager.limit.most_cents);
  const most = Math.max(500, ...open.map((wager) => wager.limit.most_cents));
  return { least: Math.min(...open.map((wager) => wager.limit.least_cents), most), most };
}

/** The chips worth having at this table: none above every maximum, none below every minimum's last step. */
export function usualChips(view: TableView): number[] {
  const { least, most } = limitsHere(view);
  return CHIPS.filter((chip) => chip <= most && (chip >= least || chip >= 500));
}

/** The player's own rack as far as this table takes it; the usual chips where he has none, or none that fits. */
export function chipsFor(view: TableView): number[] {
  const { most } = limitsHere(view);
  const own = rack.chips.filter((chip) => chip <= most);
  return own.length > 0 ? own : usualChips(view);
}

/** The chip in hand at first: the smallest that makes a line's minimum by itself. */
export function firstChip(view: TableView): number {
  const lines = view.wagers.filter((wager) => wager.group === "line");
  const least = Math.max(Math.min(...lines.map((wager) => wager.limit.least_cents)), view.game.combined_minimum_cents);
  const offered = chipsFor(view);
  return offered.find((chip) => chip >= least) ?? offered.at(-1) ?? 500;
}

/** An amount as a stack, largest at the bottom, five at most. */
export function stackOf(cents: number): number[] {
  const stack: number[] = [];
  let rest = cents;
  for (const chip of [...CHIPS].reverse()) {
    while (rest >= chip && stack.length < 60) {
      stack.push(chip);
      rest -= chip;
    }
  }
  return stack.length > STACK_MOST ? stack.slice(0, STACK_MOST) : stack;
}
