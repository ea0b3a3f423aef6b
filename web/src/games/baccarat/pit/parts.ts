import LastWinners from "../../../ui/sides/LastWinners.svelte";
import type { PitParts, PitRound } from "../../parts";
import { resultSentenceForTotals } from "../result";

/** Returns "Banker wins, 9 over 7", or "" for a round without totals. */
function resultSentence({ facts }: Pick<PitRound, "facts">): string {
  const [player, banker] = [Number(facts["player_total"]), Number(facts["banker_total"])];
  return Number.isNaN(player) || Number.isNaN(banker) ? "" : resultSentenceForTotals(player, banker);
}

export const parts: PitParts = {
  LastResults: LastWinners,
  resultSentence,
  handResultText: ({ facts }, hand) => String(facts[`${hand}_total`] ?? ""),
};
