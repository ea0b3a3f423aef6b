import { loadParts } from "../../table/game-loader";
import { getView } from "../../lib/api";
import type { ArchivedStaffRound } from "./types";

/** Fetch an archived round and load the pit parts of its game. */
export async function fetchRound(table: string, number: number): Promise<ArchivedStaffRound> {
  const round = await getView<ArchivedStaffRound>(`/api/rounds/${table}/${number}`);
  await loadParts("pit", round.family);
  return round;
}

/** Fetch a page of a table's rounds, newest first. `beforeQuery` is empty or `&before=` with the cursor of the page. */
export async function fetchRounds(table: string, beforeQuery: string): Promise<{ rounds: ArchivedStaffRound[]; next: string | null }> {
  const page = await getView<{ rounds: ArchivedStaffRound[]; next: string | null }>(`/api/rounds?table=${table}&limit=20${beforeQuery}`);
  await Promise.all(page.rounds.map((round) => loadParts("pit", round.family)));
  return page;
}
