import type { TableView } from "../lib/types";
import type { Happening } from "./types";

export type NeedKind = "back-out" | "call" | "correction" | "dispute" | "fault" | "jackpot" | "paused";
/** What a table wants of the pit: 2 cannot wait, 1 is worth a look. */
export type Need = { kind: NeedKind; id: string; loud: 1 | 2; since: number | null; text: string };

const CODES: Partial<Record<NeedKind, string>> = { call: "table/call", correction: "correction/asked", jackpot: "jackpot/hit", "back-out": "jackpot/back_out_asked" };

/** When the newest happening of a kind was noted at a table: the call itself carries no time. */
function noted(kind: NeedKind, table: string, happenings: readonly Happening[], about = ""): number | null {
  const found = happenings.find((one) => one.code === CODES[kind] && one.table_name === table && one.text.includes(about));
  return found?.at ?? null;
}

/** Everything a table wants, the most urgent first. */
export function needsOf(view: TableView, happenings: readonly Happening[]): Need[] {
  const staff = view.staff;
  if (staff === undefined) return [];
  const needs: Need[] = [];
  if (staff.supervisor_called !== null)
    needs.push({ kind: "call", id: "call", loud: 2, since: noted("call", view.table, happenings), text: staff.supervisor_called });
  for (const one of staff.corrections)
    needs.push({ kind: "correction", id: one.id, loud: 2, since: noted("correction", view.table, happenings, one.id), text: one.reason });
  for (const { back_out: asked } of staff.paid_jackpots)
    if (asked !== null) needs.push({ kind: "back-out", id: asked.id, loud: 2, since: noted("back-out", view.table, happenings, asked.id), text: asked.reason });
  for (const hold of staff.holds)
    needs.push({ kind: hold.kind === "dispute" ? "dispute" : "fault", id: hold.id, loud: 2, since: hold.since, text: hold.reason });
  for (const one of view.jackpots)
    needs.push({ kind: "jackpot", id: one.id, loud: 1, since: noted("jackpot", view.table, happenings, one.id), text: "" });
  if (view.is_paused) needs.push({ kind: "paused", id: "paused", loud: 1, since: view.betting.clock_stopped_at, text: staff.pause_reason });
  return needs;
}
