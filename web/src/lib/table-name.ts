import { tCommon } from "./common-words";

/** How the house has signed a table: the number people call it by, and a name of its own where it has one. */
export type TableName = { number: number; display_name: string };

/** "Table 4", or "Table 4 · Lotus Room": what a table is called wherever it is named. */
export function formatTableName(table: TableName): string {
  const numbered = tCommon("table.number", { number: table.number });
  return table.display_name === "" ? numbered : `${numbered} · ${table.display_name}`;
}
