import type { TableView } from "../../../lib/types";
import { tCommon } from "../../../lib/common-words";
import { formatPercent } from "../../../lib/numbers";
import { translateRulebookText, type OfGame } from "../../../lib/rulebook-translations.svelte";
import type { OddsResponse } from "../../../lib/odds-request";
import { isSide, type Side } from "../../../records/side";
import { oddsAndChargesText } from "../../../table/betting/odds";

/**
 * A wager of the pay list: its title, the sentence painted on its spot, what wins it in a few words ("" if its name says that), and its
 * chance from the par sheet; "" while that is not counted.
 * `side`: the hand, or the tie, that a main wager is a bet on.
 */
export type Pay = { id: string; title: string; pays: string; wins: string; chance: string; side: Side | null };

/** Returns the wagers that are placed before the deal, each with the title and the pay of its spot and its exact chance to win. */
export function payList({ wagers, game }: Pick<TableView, "wagers"> & { game?: OfGame }, odds: OddsResponse | null): Pay[] {
  const counted = odds?.state === "counted" ? odds.wagers : [];
  return wagers
    .filter((wager) => !wager.is_placed_during_round)
    .map((wager) => {
      const hit = counted.find((entry) => entry.wager === wager.id)?.hit;
      return {
        id: wager.id,
        title: translateRulebookText(wager.short_title, game),
        pays: oddsAndChargesText(wager, game),
        wins: translateRulebookText(wager.spot_hint, game),
        chance: hit === undefined ? "" : chanceText(hit),
        side: wager.group !== "side" && isSide(wager.zone) ? wager.zone : null,
      };
    })
    .filter((wager) => wager.pays !== "");
}

/** From this chance on it is written as per cent. */
const MIN_AS_PERCENT = 0.2;

/** Returns a chance as it is read from some distance: "45.9%", "1 in 44". */
const chanceText = (hit: number): string =>
  hit >= MIN_AS_PERCENT || hit === 0 ? formatPercent(100 * hit, 1) : tCommon("chance.one_in", { many: Math.round(1 / hit) });

/** Returns the condition by which a round was won, as the rulebook says it for the first main wager that won; "" if none did. */
export function reasonText({ wagers, game }: Pick<TableView, "wagers"> & { game?: OfGame }, winningWagers: readonly string[]): string {
  const won = wagers.filter((wager) => winningWagers.includes(wager.id));
  const main = won.find((wager) => wager.group === "line") ?? won.find((wager) => wager.group === "tie");
  return main === undefined ? "" : translateRulebookText(main.summary, game);
}
