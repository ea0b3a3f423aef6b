import { shortTitle } from "./spot-layout";
import type { PlayerBets } from "./player-bets.svelte";
import { t } from "./words";

/** What is said while the house does not answer, and which wagers it has confirmed; null while it answers. */
export function connectionNotice(play: PlayerBets): string | null {
  if (play.live.isConnected && !play.live.isSlow) return null;
  const told = [t(play.live.isConnected ? "state.no_answer" : "state.reconnecting")];
  const wagers = play.unconfirmedWagers.map(shortTitle);
  if (wagers.length > 0) told.push(t("state.unconfirmed", { wagers: wagers.join(", ") }));
  if (play.hasConfirmedBets) told.push(t("state.confirmed_safe"));
  return told.join(" ");
}
