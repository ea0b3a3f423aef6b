import type { Round } from "../../lib/types";

/** A past round as its player sees it. */
export type PastRound = Round;
export type RoundsPage = { rounds: PastRound[]; next: string | null };
