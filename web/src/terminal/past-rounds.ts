import type { Round } from "../lib/types";

/** A kept round, as its player is shown it. */
export type PastRound = Round;
export type RoundsPage = { rounds: PastRound[]; next: string | null };
