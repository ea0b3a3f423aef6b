import { get, newIdempotencyKey, post } from "../../lib/api";
import { errorText } from "../../lib/errors";
import type { Command, TableView } from "../../lib/types";
import { tableNames } from "../../ui/table-names.svelte";
import { commandDoneText } from "./event-text";
import { alertsByNeed, type FloorAlert } from "./floor-order";
import type { DayReportResponse, FloorTableView, SignificantEventResponse, TableReportRow } from "../../wire.http";

/** Result of a command as a sentence; `sequence` tells two equal outcomes apart. */
export type CommandOutcome = { sequence: number; isDone: boolean; text: string };

const FLOOR_POLL_MS = 2000;
const EVENTS_POLL_MS = 3000;
const REPORTS_POLL_MS = 30_000;
const MAX_EVENTS = 200;

/** Polls the floor for the pit: a line for each table with its alerts, and events. Loads views and results of the tables that are opened. */
export class FloorMonitor {
  tables = $state.raw<FloorTableView[]>([]);
  isLoaded = $state(false);
  /** Views of the tables that were opened in the panel, by table id. */
  views = $state<Record<string, TableView>>({});
  reportRows = $state<Record<string, TableReportRow>>({});
  /** Today's win and hold of the house with what was expected, by id of the tables that were opened in the panel. */
  dayFigures = $state<Record<string, DayReportResponse["figures"]>>({});
  events = $state<SignificantEventResponse[]>([]);
  isOffline = $state(false);
  lastOutcome = $state<CommandOutcome | null>(null);
  /** Server time, updated every second. */
  serverTime = $state(Date.now());
  private clockOffsetMs = 0;
  private readonly timers: number[] = [];

  /** `viewsOf`: whether the views of all tables are loaded and kept up to date, or only those of opened tables. */
  constructor(private readonly viewsOf: "all" | "opened" = "all") {}

  start(): void {
    void this.attempt(() => this.pollFloor());
    void this.attempt(() => this.pollEvents());
    this.poll(FLOOR_POLL_MS, () => this.pollFloor());
    this.poll(EVENTS_POLL_MS, () => this.pollEvents());
    this.poll(REPORTS_POLL_MS, () => this.pollReports());
    this.timers.push(window.setInterval(() => (this.serverTime = Date.now() - this.clockOffsetMs), 1000));
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  /** What waits at all tables, the loudest first, then the longest waiting. */
  get alerts(): FloorAlert[] {
    return alertsByNeed(this.tables);
  }

  tableOf(table: string): FloorTableView | undefined {
    return this.tables.find((line) => line.table === table);
  }

  /** Send a command to a table, report the outcome, and refresh the table. Throws if the command was refused. */
  async sendCommand(table: string, command: Command): Promise<void> {
    try {
      await post(`/api/tables/${table}/commands`, { key: newIdempotencyKey(), command });
    } catch (caught) {
      this.reportOutcome(false, `${tableNames.nameOf(table)}: ${errorText(caught)}`);
      throw caught;
    }
    this.reportOutcome(true, `${tableNames.nameOf(table)}: ${commandDoneText(String(command["do"]))}`);
    await Promise.all([this.refreshTable(table), this.pollFloor(), this.pollEvents()]);
  }

  reportOutcome(isDone: boolean, text: string): void {
    this.lastOutcome = { sequence: (this.lastOutcome?.sequence ?? 0) + 1, isDone, text };
  }

  async refreshTable(table: string): Promise<void> {
    const response = await get(`/api/tables/${table}`);
    this.views[table] = response.view;
  }

  /** Reload the day's reports and a table's expected hold; an open table panel calls it after each round. */
  refreshReports(table: string): void {
    void this.attempt(() => this.pollReports());
    void this.attempt(async () => {
      this.dayFigures[table] = (await get(`/api/reports/day?table=${table}`)).figures;
    });
  }

  /** Reload the floor; an open table panel calls it when its table changes. */
  refreshFloor(): void {
    void this.attempt(() => this.pollFloor());
  }

  private poll(ms: number, job: () => Promise<void>): void {
    this.timers.push(window.setInterval(() => void this.attempt(job), ms));
  }

  private async attempt(job: () => Promise<void>): Promise<void> {
    try {
      await job();
      this.isOffline = false;
    } catch {
      this.isOffline = true;
    }
  }

  private async pollFloor(): Promise<void> {
    const before = new Map(this.tables.map((table) => [table.table, table]));
    const tables = await get("/api/floor");
    this.tables = tables;
    this.isLoaded = true;
    tableNames.setTables(tables);
    this.clockOffsetMs = Date.now() - (tables[0]?.now ?? Date.now());
    if (this.viewsOf === "opened") return;
    const changed = tables.filter((table) => hasChanged(table, before.get(table.table)));
    await Promise.all(changed.map((table) => this.refreshTable(table.table)));
  }

  private async pollEvents(): Promise<void> {
    const response = await get(`/api/events?limit=${MAX_EVENTS}`);
    const newestId = this.events[0]?.id ?? Infinity;
    const newEvents = response.events.filter((event) => event.id > newestId);
    this.events = response.events;
    const tables = new Set(newEvents.flatMap((event) => event.table_name ?? []));
    await Promise.all([...tables].filter((table) => table in this.views).map((table) => this.refreshTable(table)));
  }

  private async pollReports(): Promise<void> {
    const response = await get("/api/reports/tables");
    this.reportRows = Object.fromEntries(response.rows.map((row) => [row.table, row]));
  }
}

function hasChanged(table: FloorTableView, before: FloorTableView | undefined): boolean {
  return (
    before === undefined ||
    table.is_running !== before.is_running ||
    table.phase !== before.phase ||
    table.seats_taken !== before.seats_taken
  );
}
