import type { TableView } from "../../../lib/types";
import { translateRulebookText } from "../../../lib/rulebook-translations.svelte";
import { oddsAndChargesText } from "../../../table/betting/odds";

export type OfferedWager = { id: string; title: string; odds: string };
const MAX_OFFERED_WAGERS = 4;

/** Return the first wagers for the attract screen, each with the title and odds of its spot on the layout. */
export function offeredWagers(view: Pick<TableView, "wagers">): OfferedWager[] {
  return view.wagers
    .filter((wager) => !wager.is_placed_during_round)
    .map((wager) => ({ id: wager.id, title: translateRulebookText(wager.short_title), odds: oddsAndChargesText(wager) }))
    .filter((wager) => wager.odds !== "")
    .slice(0, MAX_OFFERED_WAGERS);
}
