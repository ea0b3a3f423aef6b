import { loadParts } from "../games/load";
import { get } from "../lib/api";
import type { ArchivedStaffRound } from "./types";

/** A kept round, once its game's parts are here to tell it. */
export async function fetchRound(table: string, number: number): Promise<ArchivedStaffRound> {
  const round = await get<ArchivedStaffRound>(`/api/rounds/${table}/${number}`);
  await loadParts("pit", round.family);
  return round;
}

/** A page of a table's rounds, the newest first, from before one of them on. */
export async function fetchRounds(table: string, before: string): Promise<{ rounds: ArchivedStaffRound[]; next: string | null }> {
  const page = await get<{ rounds: ArchivedStaffRound[]; next: string | null }>(`/api/rounds?table=${table}&limit=20${before}`);
  await Promise.all(page.rounds.map((round) => loadParts("pit", round.family)));
  return page;
}
