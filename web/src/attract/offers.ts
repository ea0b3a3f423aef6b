import type { TableView } from "../lib/types";
import { titleOnSpot } from "../terminal/layout";
import { oddsOnSpot } from "../terminal/odds";

export type Offer = { id: string; title: string; odds: string };
const OFFERS_MOST = 4;

/** The wagers that are offered on an idle screen, each with the words of its spot on the layout. */
export function offersOf(view: Pick<TableView, "wagers">): Offer[] {
  return view.wagers
    .filter((wager) => !wager.is_placed_during_round)
    .map((wager) => ({ id: wager.id, title: titleOnSpot(wager), odds: oddsOnSpot(wager) }))
    .filter((offer) => offer.odds !== "")
    .slice(0, OFFERS_MOST);
}
