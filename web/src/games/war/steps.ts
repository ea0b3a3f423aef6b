import type { LyingCard } from "../../ui/felt";

/** A step of the stair: the pair that lies on it, and whether the round has come so far. */
export type Step = { wars: number; banker: LyingCard | null; player: LyingCard | null; isReached: boolean; isLast: boolean; isFar: boolean };

/** The deal, three wars, and one step for the fourth and every one after it. */
const STEPS = 5;
const NEAR = 3;

export function stepsOf(banker: readonly LyingCard[], player: readonly LyingCard[]): Step[] {
  const pairs = Math.max(banker.length, player.length);
  const top = Math.min(pairs, STEPS) - 1;
  return Array.from({ length: STEPS }, (_, wars) => {
    const nth = wars === STEPS - 1 ? Math.max(wars, pairs - 1) : wars;
    return {
      wars,
      banker: banker[nth] ?? null,
      player: player[nth] ?? null,
      isReached: wars <= top,
      isLast: wars === top,
      isFar: wars > Math.max(top + 1, NEAR - 1),
    };
  });
}
