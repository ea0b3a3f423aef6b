import { get } from "../lib/api";
import type { AtTable } from "../terminal/at-table.svelte";
import type { OwnPlay } from "../terminal/mine";
import type { RoundsPage } from "../terminal/rounds";

/** What a player should have before he bets: the chips of his last round here to repeat, and the limits he has set himself. */
export async function recall(table: AtTable): Promise<void> {
  const { play, live, name } = table;
  if (play.repeatable === null) {
    const [before] = (await get<RoundsPage>(`/api/rounds?mine=true&table=${name}&limit=1`)).rounds;
    if (before !== undefined) play.remember({ ...before, round: before.id });
  }
  const mine = await get<OwnPlay>("/api/me/limits");
  play.limits = { mine, staked: play.staked, at: live.now() };
}
