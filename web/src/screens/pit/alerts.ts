import type { TableView } from "../../lib/types";
import type { SignificantEventResponse } from "../../wire.http";

export type AlertKind = "back-out" | "call" | "correction" | "dispute" | "fault" | "jackpot" | "paused";
/** Something at a table that the pit must see to. Priority 2 is urgent, 1 is not. */
export type Alert = { kind: AlertKind; id: string; priority: 1 | 2; since: number | null; text: string };

const EVENT_CODES: Partial<Record<AlertKind, string>> = {
  call: "table/call",
  correction: "correction/asked",
  jackpot: "jackpot/hit",
  "back-out": "jackpot/back_out_asked",
};

/** Return the time of the newest matching event at a table: most alerts have no time of their own in the view. */
function eventTime(kind: AlertKind, table: string, events: readonly SignificantEventResponse[], caseId = ""): number | null {
  const found = events.find((event) => event.code === EVENT_CODES[kind] && event.table_name === table && event.text.includes(caseId));
  return found?.at ?? null;
}

/** Return the alerts of a table, most urgent first. */
export function alertsFor(view: TableView, events: readonly SignificantEventResponse[]): Alert[] {
  const staff = view.staff;
  if (staff === undefined) return [];
  const alerts: Alert[] = [];
  if (staff.supervisor_called !== null)
    alerts.push({ kind: "call", id: "call", priority: 2, since: eventTime("call", view.table, events), text: staff.supervisor_called });
  for (const correction of staff.corrections)
    alerts.push({
      kind: "correction",
      id: correction.id,
      priority: 2,
      since: eventTime("correction", view.table, events, correction.id),
      text: correction.reason,
    });
  for (const { back_out: request } of staff.paid_jackpots)
    if (request !== null)
      alerts.push({
        kind: "back-out",
        id: request.id,
        priority: 2,
        since: eventTime("back-out", view.table, events, request.id),
        text: request.reason,
      });
  for (const hold of staff.holds)
    alerts.push({ kind: hold.kind === "dispute" ? "dispute" : "fault", id: hold.id, priority: 2, since: hold.since, text: hold.reason });
  for (const jackpot of view.jackpots)
    alerts.push({ kind: "jackpot", id: jackpot.id, priority: 1, since: eventTime("jackpot", view.table, events, jackpot.id), text: "" });
  if (view.is_paused)
    alerts.push({ kind: "paused", id: "paused", priority: 1, since: view.betting.clock_stopped_at, text: staff.pause_reason });
  return alerts;
}
