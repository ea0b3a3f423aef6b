import { translateRulebookText } from "../../lib/rulebook-translations.svelte";
import type { PlayerBets } from "./player-bets.svelte";
import { t } from "../words";

/** Text while the server does not answer: which wagers are not confirmed, and that the confirmed ones are safe. Else null. */
export function connectionNotice(play: PlayerBets): string | null {
  if (play.live.isConnected && !play.live.isSlow) return null;
  const sentences = [t(play.live.isConnected ? "state.no_answer" : "state.reconnecting")];
  const wagers = play.unconfirmedWagers.map((wager) => translateRulebookText(wager.short_title, play.view?.game));
  if (wagers.length > 0) sentences.push(t("state.unconfirmed", { wagers: wagers.join(", ") }));
  if (play.hasConfirmedBets) sentences.push(t("state.confirmed_safe"));
  return sentences.join(" ");
}
