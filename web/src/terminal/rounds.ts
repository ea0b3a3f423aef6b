import type { Round } from "../lib/types";

/** A kept round, as its player is shown it. */
export type KeptRound = Round;
export type RoundsPage = { rounds: KeptRound[]; next: string | null };
