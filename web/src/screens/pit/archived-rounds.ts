import { get } from "../../lib/api";
import type { StaffRound } from "../../lib/types";
import { isStaffRound, type RoundPage } from "../../table/betting/past-rounds";
import { loadParts } from "../../table/game-loader";

/** Fetch an archived round as staff see it, and load the pit parts of its game. */
export async function fetchRound(table: string, number: number): Promise<StaffRound> {
  const round = await get(`/api/rounds/${table}/${number}`);
  if (!isStaffRound(round)) throw new Error("the server sent a player's view of the round");
  await loadParts("pit", round.family);
  return round;
}

/** Fetch a page of a table's rounds as staff see them, newest first. */
export async function fetchStaffRounds(query: string): Promise<RoundPage<StaffRound>> {
  const { rounds, next } = await get(`/api/rounds?${query}`);
  return { rounds: rounds.filter(isStaffRound), next };
}

/** Fetch a page of a table's rounds with the pit parts of their games. `beforeQuery` is empty or `&before=` with the cursor of the page. */
export async function fetchRounds(table: string, beforeQuery: string): Promise<RoundPage<StaffRound>> {
  const page = await fetchStaffRounds(`table=${table}&limit=20${beforeQuery}`);
  await Promise.all(page.rounds.map((round) => loadParts("pit", round.family)));
  return page;
}
