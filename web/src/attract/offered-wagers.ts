import type { TableView } from "../lib/types";
import { spotTitle } from "../terminal/spot-layout";
import { oddsAndChargesText } from "../terminal/odds";

export type OfferedWager = { id: string; title: string; odds: string };
const MAX_OFFERED_WAGERS = 4;

/** The wagers that are offered on an idle screen, each with the words of its spot on the layout. */
export function offeredWagers(view: Pick<TableView, "wagers">): OfferedWager[] {
  return view.wagers
    .filter((wager) => !wager.is_placed_during_round)
    .map((wager) => ({ id: wager.id, title: spotTitle(wager), odds: oddsAndChargesText(wager) }))
    .filter((offer) => offer.odds !== "")
    .slice(0, MAX_OFFERED_WAGERS);
}
