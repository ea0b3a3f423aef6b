import { chipDenominations } from "./chip-denominations.svelte";
import type { TableView } from "../../lib/types";

/** Values of the standard American chips. */
export const CHIP_VALUES_CENTS = [100, 500, 2500, 10_000, 50_000, 100_000] as const;
export const MAX_STACK_CHIPS = 5;

/** Lowest minimum and highest maximum of the spots of this table, in cents. */
export function tableLimits(view: TableView): { least: number; most: number } {
  const open = view.wagers.filter((wager) => !wager.is_placed_during_round && wager.limit.least_cents !== wager.limit.most_cents);
  const most = Math.max(500, ...open.map((wager) => wager.limit.most_cents));
  return { least: Math.min(...open.map((wager) => wager.limit.least_cents), most), most };
}

/** Standard chips for this table: up to the highest maximum; chips below $5 only if the lowest minimum allows them. */
export function defaultChips(view: TableView): number[] {
  const { least, most } = tableLimits(view);
  return CHIP_VALUES_CENTS.filter((chip) => chip <= most && (chip >= least || chip >= 500));
}

/** The player's own chip values up to the table's maximum; the default chips if there are none. */
export function chipsAtTable(view: TableView): number[] {
  const { most } = tableLimits(view);
  const own = chipDenominations.chips.filter((chip) => chip <= most);
  return own.length > 0 ? own : defaultChips(view);
}

/** The chip selected at first: the smallest that reaches a line's minimum by itself. */
export function initialChip(view: TableView): number {
  const lines = view.wagers.filter((wager) => wager.group === "line");
  const least = Math.max(Math.min(...lines.map((wager) => wager.limit.least_cents)), view.game.combined_minimum_cents);
  const offered = chipsAtTable(view);
  return offered.find((chip) => chip >= least) ?? offered.at(-1) ?? 500;
}

/** Chips of a stack for an amount, largest first; at most five, so a large amount is shown by its largest chips. */
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
