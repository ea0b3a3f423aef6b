import { get } from "../../../lib/api";
import type { TableSession } from "../table-session.svelte";
import { fetchPastRounds } from "../../../table/betting/past-rounds";

/** Load the player's last bets at this table, for the repeat button, and the limits the player has set. */
export async function loadLastBetsAndLimits(table: TableSession): Promise<void> {
  const { play, live, name } = table;
  if (play.repeatableBets === null) {
    const [before] = (await fetchPastRounds(`mine=true&table=${name}&limit=1`)).rounds;
    if (before !== undefined) play.rememberRound({ ...before, round: before.id });
  }
  const response = await get("/api/me/limits");
  play.limits = { response, stakedCents: play.stakedCents, receivedAt: live.serverTime() };
}
