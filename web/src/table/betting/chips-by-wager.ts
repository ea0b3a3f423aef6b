import { translateRulebookText, type OfGame } from "../../lib/rulebook-translations.svelte";
import type { TableView, WagerStake } from "../../lib/types";

/** Chips of all players on a wager, with its title. */
export type WagerTotal = WagerStake & { title: string };

/** The sums of all wagers with chips, the lines first; wagers placed during the round are included. */
export function chipsByWager(view: Pick<TableView, "stakes" | "wagers"> & { game?: OfGame }): WagerTotal[] {
  const totals = view.wagers.flatMap(({ id, short_title }): WagerTotal[] => {
    const stake = view.stakes.wagers.find((candidate) => candidate.wager === id);
    return stake === undefined ? [] : [{ ...stake, title: translateRulebookText(short_title, view.game) }];
  });
  return [...totals.filter((total) => total.line_percent !== null), ...totals.filter((total) => total.line_percent === null)];
}
