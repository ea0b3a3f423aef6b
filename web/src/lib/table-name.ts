import { tCommon } from "./common-words";
import type { LobbyTile } from "./types";

/** A table's number and its display name, which may be empty. */
export type TableName = Pick<LobbyTile, "number" | "display_name">;

/** Return "Table 4", or "Table 4 · Lotus Room" for a table with a display name. */
export function formatTableName(table: TableName): string {
  const numbered = tCommon("table.number", { number: table.number });
  return table.display_name === "" ? numbered : `${numbered} · ${table.display_name}`;
}
