import LastSides from "../../../pit/LastSides.svelte";
import type { PitParts, SeenRound } from "../../parts";
import { resultWords } from "../result";

/** "Banker wins, 9 over 7"; nothing of a round that was broken off. */
function outcome({ facts }: Pick<SeenRound, "facts">): string {
  const [player, banker] = [Number(facts["player_total"]), Number(facts["banker_total"])];
  return Number.isNaN(player) || Number.isNaN(banker) ? "" : resultWords(player, banker);
}

export const parts: PitParts = {
  Last: LastSides,
  outcome,
  called: ({ facts }, hand) => String(facts[`${hand}_total`] ?? ""),
};
