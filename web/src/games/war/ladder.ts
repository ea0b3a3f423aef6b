import type { ShownCard } from "../../ui/hands-on-table";

/** A step of the ladder: a number of wars and its pair of cards. `isNewest`: the last pair is here. `isFar`: hidden on narrow screens. */
export type LadderStep = {
  wars: number;
  banker: ShownCard | null;
  player: ShownCard | null;
  isReached: boolean;
  isNewest: boolean;
  isFar: boolean;
};

/** The deal, three wars, and one step for the fourth and all later wars. */
const STEP_COUNT = 5;
const MIN_NEAR_STEPS = 3;

/** Returns the steps of the ladder for the cards dealt so far. */
export function ladderSteps(banker: readonly ShownCard[], player: readonly ShownCard[]): LadderStep[] {
  const pairs = Math.max(banker.length, player.length);
  const newestStep = Math.min(pairs, STEP_COUNT) - 1;
  return Array.from({ length: STEP_COUNT }, (_, wars) => {
    const pairIndex = wars === STEP_COUNT - 1 ? Math.max(wars, pairs - 1) : wars;
    return {
      wars,
      banker: banker[pairIndex] ?? null,
      player: player[pairIndex] ?? null,
      isReached: wars <= newestStep,
      isNewest: wars === newestStep,
      isFar: wars > Math.max(newestStep + 1, MIN_NEAR_STEPS - 1),
    };
  });
}
