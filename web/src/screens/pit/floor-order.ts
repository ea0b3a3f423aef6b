import { matchesSearch } from "../../lib/search";
import type { AlertView, FloorTableView } from "../../wire.http";

/** Something that waits for somebody, and the table where it waits. */
export type FloorAlert = { table: FloorTableView; alert: AlertView };

const LOUDEST_FIRST: readonly AlertView["urgency"][] = ["money", "stopped", "late"];

function compareAlerts(left: AlertView, right: AlertView): number {
  return LOUDEST_FIRST.indexOf(left.urgency) - LOUDEST_FIRST.indexOf(right.urgency) || (left.since ?? 0) - (right.since ?? 0);
}

/** Return what waits at all tables: the loudest first, then the longest waiting. A pause for something that waits itself is left out. */
export function alertsByNeed(tables: readonly FloorTableView[]): FloorAlert[] {
  const isOwn = (alert: AlertView, all: readonly AlertView[]): boolean =>
    alert.kind !== "paused" || all.every(({ urgency }) => urgency === "late");
  return tables
    .flatMap((table) => table.alerts.filter((alert) => isOwn(alert, table.alerts)).map((alert) => ({ table, alert })))
    .sort((left, right) => compareAlerts(left.alert, right.alert) || left.table.number - right.table.number);
}

export const FLOOR_ORDERS = ["need", "number", "game"] as const;
export type FloorOrder = (typeof FLOOR_ORDERS)[number];

/** Return the tables in an order. By need, those that wait for somebody come first, as in the lane, and the others by their number. */
export function sortTables(tables: readonly FloorTableView[], order: FloorOrder): FloorTableView[] {
  const compareByNeed = (left: FloorTableView, right: FloorTableView): number => {
    const [first, second] = [left.alerts[0], right.alerts[0]];
    if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined);
    return compareAlerts(first, second);
  };
  const compare: Record<FloorOrder, (left: FloorTableView, right: FloorTableView) => number> = {
    need: compareByNeed,
    number: () => 0,
    game: (left, right) => left.title.localeCompare(right.title),
  };
  return [...tables].sort((left, right) => compare[order](left, right) || left.number - right.number);
}

export const FLOOR_FILTERS = ["all", "in_play", "with_dealer", "house_banks", "closed"] as const;
export type FloorFilter = (typeof FLOOR_FILTERS)[number];

/** Return whether a table is of the kind that a filter shows. */
export const FILTER_TESTS: Readonly<Record<FloorFilter, (table: FloorTableView) => boolean>> = {
  all: () => true,
  in_play: (table) => table.is_in_play,
  with_dealer: (table) => table.mode !== "automated",
  house_banks: (table) => table.banking === "house",
  closed: (table) => table.phase === "closed",
};

/** Return whether a search finds a table: by its number or name, its game, a player there, or the round in play (`roundText`). */
export function isFound(table: FloorTableView, search: string, names: { table: string; game: string; round: string }): boolean {
  const players = table.chairs.filter((chair) => !chair.is_bot).flatMap((chair) => chair.name ?? []);
  // A number alone is a table or a game, such as 21.
  const rounds = /^\s*\d+\s*$/.test(search) ? [] : [names.round];
  return matchesSearch(search, [
    ...[table.title, table.short_title, names.game, names.table, ...table.other_names, table.house, String(table.number)],
    ...players,
    ...rounds,
  ]);
}

/** Return the table's number and the round that a search names, as in "5/40" or "table 5, round 40"; null if it names none. */
export function roundInSearch(search: string): { tableNumber: number; round: number } | null {
  const match = /^\D*(\d+)\D+(\d+)\D*$/.exec(search);
  return match === null ? null : { tableNumber: Number(match[1]), round: Number(match[2]) };
}
