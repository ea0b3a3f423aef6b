import { formatDollars } from "../../lib/money";
import type { LobbyTile } from "../../lib/types";
import { t } from "./words";

/** Return a short status of a table, such as "Closed" or the seconds until betting closes. */
export function tileStatus(tile: LobbyTile, now: number): string {
  if (tile.phase === "closed") return t("tile.closed");
  if (tile.has_jackpot) return t("tile.jackpot");
  if (!tile.is_running) return t("tile.paused");
  if (tile.phase === "dealing") return t("tile.dealing");
  if (tile.bets_open) return tile.closes_at === null ? t("tile.waiting") : secondsText(tile.closes_at - now);
  if (tile.banking === "player-dealer" && tile.player_dealer === null) return t("tile.no_bank");
  return t("tile.between");
}

function secondsText(ms: number): string {
  return ms > 0 ? t("tile.betting_left", { seconds: Math.ceil(ms / 1000) }) : t("tile.dealing");
}

/** Return what happens at a table where nothing runs that a player could miss: how many are seated. */
export function seatedText(tile: LobbyTile): string {
  if (tile.phase === "closed") return t("tile.closed");
  return tile.seats_taken === 0 ? t("tile.nobody") : t("tile.seated", { count: tile.seats_taken });
}

export function isPlayable(tile: LobbyTile): boolean {
  return tile.phase !== "closed" && tile.is_running;
}

/** Return the limits of the line wagers; at a table-stakes game the limits of the buy-in. */
export function limitsText({ limit, buy_in }: LobbyTile): string {
  const [least, most] = [formatDollars(limit.least_cents), formatDollars(limit.most_cents)];
  if (buy_in === undefined) return t("tile.range", { least, most });
  return buy_in.most_cents === null ? t("tile.buy_in_from", { least }) : t("tile.buy_in", { least, most });
}
