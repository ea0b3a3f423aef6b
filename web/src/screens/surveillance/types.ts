import type { Command, TableView } from "../../lib/types";
import type { components, FloorTableView } from "../../wire.http";

export type WatchedData = components["schemas"]["WatchedTableResponse"];
export type UnseenEvents = components["schemas"]["UnseenEvents"];
export type EventGroup = components["schemas"]["EventGroup"];
export type UnseenEvent = components["schemas"]["UnseenEvent"];
export type TableLuck = components["schemas"]["TableLuckRow"];

/** Something at a table that needs a person, in words. */
export type Need = { table: string; text: string; why: string; since: number | null; isUrgent: boolean };

/** What the desk needs of the floor: all tables, their views and the server's time. */
export type Floor = {
  readonly tables: readonly FloorTableView[];
  readonly views: Record<string, TableView>;
  readonly serverTime: number;
  sendCommand: (table: string, command: Command) => Promise<void>;
};
