import { shortTitle } from "./layout";
import type { Play } from "./play.svelte";
import { t } from "./words";

/** What is said while the house does not answer, and which wagers it has confirmed; null while it answers. */
export function lostTold(play: Play): string | null {
  if (play.live.connected && !play.live.isSlow) return null;
  const told = [t(play.live.connected ? "state.no_answer" : "state.reconnecting")];
  const wagers = play.unconfirmedWagers.map(shortTitle);
  if (wagers.length > 0) told.push(t("state.unconfirmed", { wagers: wagers.join(", ") }));
  if (play.hasConfirmed) told.push(t("state.confirmed_safe"));
  return told.join(" ");
}
