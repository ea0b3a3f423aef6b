import { get } from "../../lib/api";
import type { Round, StaffRound } from "../../lib/types";
import type { RoundPageResponse } from "../../wire.http";

/** A past round as its player sees it. */
export type PastRound = Round;
export type RoundPage<R> = Omit<RoundPageResponse, "rounds"> & { rounds: R[] };

/** True for a round as staff see it, with the money of all players. */
export const isStaffRound = (round: Round | StaffRound): round is StaffRound => "settings" in round;
const isPlayerRound = (round: Round | StaffRound): round is PastRound => !isStaffRound(round);

/** Fetch a page of past rounds as a player sees them, newest first. */
export async function fetchPastRounds(query: string): Promise<RoundPage<PastRound>> {
  const { rounds, next } = await get(`/api/rounds?${query}`);
  return { rounds: rounds.filter(isPlayerRound), next };
}
