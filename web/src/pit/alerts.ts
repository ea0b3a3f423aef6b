import type { TableView } from "../lib/types";
import type { EventEntry } from "./types";

export type AlertKind = "back-out" | "call" | "correction" | "dispute" | "fault" | "jackpot" | "paused";
/** What a table wants of the pit: 2 cannot wait, 1 is worth a look. */
export type Alert = { kind: AlertKind; id: string; priority: 1 | 2; since: number | null; text: string };

const EVENT_CODES: Partial<Record<AlertKind, string>> = { call: "table/call", correction: "correction/asked", jackpot: "jackpot/hit", "back-out": "jackpot/back_out_asked" };

/** When the newest happening of a kind was noted at a table: the call itself carries no time. */
function eventTime(kind: AlertKind, table: string, happenings: readonly EventEntry[], about = ""): number | null {
  const found = happenings.find((one) => one.code === EVENT_CODES[kind] && one.table_name === table && one.text.includes(about));
  return found?.at ?? null;
}

/** Everything a table wants, the most urgent first. */
export function alertsFor(view: TableView, happenings: readonly EventEntry[]): Alert[] {
  const staff = view.staff;
  if (staff === undefined) return [];
  const needs: Alert[] = [];
  if (staff.supervisor_called !== null)
    needs.push({ kind: "call", id: "call", priority: 2, since: eventTime("call", view.table, happenings), text: staff.supervisor_called });
  for (const one of staff.corrections)
    needs.push({ kind: "correction", id: one.id, priority: 2, since: eventTime("correction", view.table, happenings, one.id), text: one.reason });
  for (const { back_out: asked } of staff.paid_jackpots)
    if (asked !== null) needs.push({ kind: "back-out", id: asked.id, priority: 2, since: eventTime("back-out", view.table, happenings, asked.id), text: asked.reason });
  for (const hold of staff.holds)
    needs.push({ kind: hold.kind === "dispute" ? "dispute" : "fault", id: hold.id, priority: 2, since: hold.since, text: hold.reason });
  for (const one of view.jackpots)
    needs.push({ kind: "jackpot", id: one.id, priority: 1, since: eventTime("jackpot", view.table, happenings, one.id), text: "" });
  if (view.is_paused) needs.push({ kind: "paused", id: "paused", priority: 1, since: view.betting.clock_stopped_at, text: staff.pause_reason });
  return needs;
}
