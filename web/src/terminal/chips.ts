import { chipDenominations } from "../betting/chip-denominations.svelte";
import type { TableView } from "../lib/types";

/** The usual American chips, in cents. */
export const CHIP_VALUES_CENTS = [100, 500, 2500, 10_000, 50_000, 100_000] as const;
export const MAX_STACK_CHIPS = 5;

/** The least and the most that any spot here takes. */
export function tableLimits(view: TableView): { least: number; most: number } {
  const open = view.wagers.filter((wager) => !wager.is_placed_during_round && wager.limit.least_cents !== wager.limit.most_cents);
  const most = Math.max(500, ...open.map((wager) => wager.limit.most_cents));
  return { least: Math.min(...open.map((wager) => wager.limit.least_cents), most), most };
}

/** The chips worth having at this table: none above every maximum, none below every minimum's last step. */
export function defaultChips(view: TableView): number[] {
  const { least, most } = tableLimits(view);
  return CHIP_VALUES_CENTS.filter((chip) => chip <= most && (chip >= least || chip >= 500));
}

/** The player's own rack as far as this table takes it; the usual chips where he has none, or none that fits. */
export function chipsAtTable(view: TableView): number[] {
  const { most } = tableLimits(view);
  const own = chipDenominations.chips.filter((chip) => chip <= most);
  return own.length > 0 ? own : defaultChips(view);
}

/** The chip in hand at first: the smallest that makes a line's minimum by itself. */
export function initialChip(view: TableView): number {
  const lines = view.wagers.filter((wager) => wager.group === "line");
  const least = Math.max(Math.min(...lines.map((wager) => wager.limit.least_cents)), view.game.combined_minimum_cents);
  const offered = chipsAtTable(view);
  return offered.find((chip) => chip >= least) ?? offered.at(-1) ?? 500;
}

/** An amount as a stack, largest at the bottom, five at most. */
export function chipsForAmount(cents: number): number[] {
  const stack: number[] = [];
  let rest = cents;
  for (const chip of [...CHIP_VALUES_CENTS].reverse()) {
    while (rest >= chip && stack.length < 60) {
      stack.push(chip);
      rest -= chip;
    }
  }
  return stack.length > MAX_STACK_CHIPS ? stack.slice(0, MAX_STACK_CHIPS) : stack;
}
