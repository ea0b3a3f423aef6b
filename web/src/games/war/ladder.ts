import type { ShownCard } from "../../ui/hands-on-table";

/** A step of the stair: the pair that lies on it, and whether the round has come so far. */
export type LadderStep = { wars: number; banker: ShownCard | null; player: ShownCard | null; isReached: boolean; isNewest: boolean; isFar: boolean };

/** The deal, three wars, and one step for the fourth and every one after it. */
const STEP_COUNT = 5;
const MIN_NEAR_STEPS = 3;

export function ladderSteps(banker: readonly ShownCard[], player: readonly ShownCard[]): LadderStep[] {
  const pairs = Math.max(banker.length, player.length);
  const top = Math.min(pairs, STEP_COUNT) - 1;
  return Array.from({ length: STEP_COUNT }, (_, wars) => {
    const nth = wars === STEP_COUNT - 1 ? Math.max(wars, pairs - 1) : wars;
    return {
      wars,
      banker: banker[nth] ?? null,
      player: player[nth] ?? null,
      isReached: wars <= top,
      isNewest: wars === top,
      isFar: wars > Math.max(top + 1, MIN_NEAR_STEPS - 1),
    };
  });
}
