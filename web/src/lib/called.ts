import { common } from "./common";

/** How the house has signed a table: the number people call it by, and a name of its own where it has one. */
export type Signed = { number: number; called: string };

/** "Table 4", or "Table 4 · Lotus Room": what a table is called wherever it is named. */
export function calledOf(table: Signed): string {
  const numbered = common("table.number", { number: table.number });
  return table.called === "" ? numbered : `${numbered} · ${table.called}`;
}
