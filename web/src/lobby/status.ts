import type { LobbyTile } from "../lib/types";
import { t } from "./words";

/** What a table is doing, in a few words. */
export function tileStatus(tile: LobbyTile, now: number): string {
  if (tile.phase === "closed") return t("tile.closed");
  if (!tile.is_running) return t("tile.paused");
  if (tile.phase === "dealing") return t("tile.dealing");
  if (tile.bets_open) return tile.closes_at === null ? t("tile.waiting") : secondsLeft(tile.closes_at - now);
  if (tile.banking === "player-dealer" && tile.player_dealer === null) return t("tile.no_bank");
  return t("tile.between");
}

function secondsLeft(ms: number): string {
  return ms > 0 ? t("tile.seconds", { seconds: Math.ceil(ms / 1000) }) : t("tile.dealing");
}

export function isPlayable(tile: LobbyTile): boolean {
  return tile.phase !== "closed" && tile.is_running;
}
