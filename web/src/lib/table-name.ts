import { tCommon } from "./common-words";
import { formatDollars } from "./money";
import type { LobbyTile } from "./types";

/** A table's number and its display name, which may be empty. */
export type TableName = Pick<LobbyTile, "number" | "display_name">;

/** Return "Table 4", or "Table 4 · Lotus Room" for a table with a display name. */
export function formatTableName(table: TableName): string {
  const numbered = tCommon("table.number", { number: table.number });
  return table.display_name === "" ? numbered : `${numbered} · ${table.display_name}`;
}

/**
 * Limits of a table in a few characters: those of the line wagers, "$5–$500"; where seats play against each other, the bets or blinds,
 * "$1 / $2", or the buy-in, "$60+".
 */
export function shortLimits({ limit, buy_in }: LobbyTile): string {
  if (buy_in !== undefined && buy_in.limit_type !== "") return buy_in.stakes_cents.map(formatDollars).join(" / ");
  if (buy_in?.most_cents === null) return `${formatDollars(buy_in.least_cents)}+`;
  return limit.least_cents === limit.most_cents
    ? formatDollars(limit.least_cents)
    : `${formatDollars(limit.least_cents)}–${formatDollars(limit.most_cents)}`;
}
