import { load } from "../games/slots";
import { get } from "../lib/api";
import type { KeptRound } from "./types";

/** A kept round, once its game's parts are here to tell it. */
export async function keptRound(table: string, number: number): Promise<KeptRound> {
  const round = await get<KeptRound>(`/api/rounds/${table}/${number}`);
  await load("pit", round.family);
  return round;
}

/** A page of a table's rounds, the newest first, from before one of them on. */
export async function keptRounds(table: string, before: string): Promise<{ rounds: KeptRound[]; next: string | null }> {
  const page = await get<{ rounds: KeptRound[]; next: string | null }>(`/api/rounds?table=${table}&limit=20${before}`);
  await Promise.all(page.rounds.map((round) => load("pit", round.family)));
  return page;
}
