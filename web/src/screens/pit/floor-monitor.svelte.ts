import { get, newIdempotencyKey, post } from "../../lib/api";
import { fetchOdds } from "../../lib/odds-request";
import { errorText } from "../../lib/errors";
import type { Command, LobbyTile, StaffRound, TableView } from "../../lib/types";
import { tableNames } from "../../ui/table-names.svelte";
import { commandDoneText } from "./event-text";
import { alertsFor, type Alert } from "./alerts";
import type { CountedOddsResponse, SignificantEventResponse, TableReportRow } from "../../wire.http";
import { fetchStaffRounds } from "./archived-rounds";

/** Part of the par sheet that the theoretical hold needs. */
type ParSheet = { wagers: readonly Pick<CountedOddsResponse["wagers"][number], "wager" | "house_edge" | "game">[] };
type Pace = { roundsPerHour: number; theoreticalHold: number | null };
/** Result of a command as a sentence; `sequence` tells two equal outcomes apart. */
export type CommandOutcome = { sequence: number; isDone: boolean; text: string };

const LOBBY_POLL_MS = 2000;
const EVENTS_POLL_MS = 3000;
const REPORTS_POLL_MS = 30_000;
const HOUR_MS = 3_600_000;
const PACE_ROUNDS = 60;
const MAX_EVENTS = 200;

/** Polls all tables for the pit: lobby tiles, staff views, events, alerts, and the day's results against the par sheets. */
export class FloorMonitor {
  tiles = $state<LobbyTile[]>([]);
  views = $state<Record<string, TableView>>({});
  reportRows = $state<Record<string, TableReportRow>>({});
  paces = $state<Record<string, Pace>>({});
  events = $state<SignificantEventResponse[]>([]);
  isOffline = $state(false);
  lastOutcome = $state<CommandOutcome | null>(null);
  /** Server time, updated every second. */
  serverTime = $state(Date.now());
  private clockOffsetMs = 0;
  private roundsAtLastPace: Record<string, number> = {};
  private readonly parSheets: Record<string, ParSheet | null> = {};
  private readonly timers: number[] = [];

  start(): void {
    void this.loadAll();
    this.poll(LOBBY_POLL_MS, () => this.pollLobby());
    this.poll(EVENTS_POLL_MS, () => this.pollEvents());
    this.poll(REPORTS_POLL_MS, () => this.pollReports());
    this.timers.push(window.setInterval(() => (this.serverTime = Date.now() - this.clockOffsetMs), 1000));
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  /** Alerts of all tables, by priority; within a priority, the longest waiting first. */
  get alerts(): { table: string; alert: Alert }[] {
    return this.tiles
      .flatMap((tile) => this.alertsOf(tile.table).map((alert) => ({ table: tile.table, alert })))
      .sort((a, b) => b.alert.priority - a.alert.priority || (a.alert.since ?? 0) - (b.alert.since ?? 0));
  }

  alertsOf(table: string): Alert[] {
    const view = this.views[table];
    return view === undefined ? [] : alertsFor(view, this.events);
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
    await Promise.all([this.refreshTable(table), this.pollLobby(), this.pollEvents()]);
  }

  reportOutcome(isDone: boolean, text: string): void {
    this.lastOutcome = { sequence: (this.lastOutcome?.sequence ?? 0) + 1, isDone, text };
  }

  async refreshTable(table: string): Promise<void> {
    const response = await get(`/api/tables/${table}`);
    this.views[table] = response.view;
  }

  /** Reload the day's reports; an open table panel calls it after each round. */
  refreshReports(): void {
    void this.attempt(() => this.pollReports());
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

  private async loadAll(): Promise<void> {
    await this.attempt(() => this.pollLobby());
    await this.attempt(() => this.pollEvents());
    await this.attempt(async () => {
      await Promise.all(this.tiles.map((tile) => this.refreshTable(tile.table)));
    });
    await this.attempt(() => this.pollReports());
  }

  /** Reload the lobby, and refresh each table that stopped, resumed, or changed its phase or seats. */
  private async pollLobby(): Promise<void> {
    const before = new Map(this.tiles.map((tile) => [tile.table, tile]));
    const tiles = await get("/api/lobby");
    this.tiles = tiles;
    tableNames.setTables(tiles);
    this.clockOffsetMs = Date.now() - (tiles[0]?.now ?? Date.now());
    const changed = tiles.filter((tile) => before.size > 0 && hasChanged(tile, before.get(tile.table)));
    await Promise.all(changed.map((tile) => this.refreshTable(tile.table)));
  }

  /** Load the newest events, and refresh the tables that the new ones name. */
  private async pollEvents(): Promise<void> {
    const response = await get("/api/events?limit=100");
    const newestId = this.events[0]?.id ?? Infinity;
    const newEvents = response.events.filter((event) => event.id > newestId);
    this.events = response.events.slice(0, MAX_EVENTS);
    const tables = new Set(newEvents.map((event) => event.table_name).filter((name) => name !== null && name !== ""));
    await Promise.all([...tables].filter((name) => name! in this.views).map((name) => this.refreshTable(name!)));
  }

  private async pollReports(): Promise<void> {
    const response = await get("/api/reports/tables");
    this.reportRows = Object.fromEntries(response.rows.map((row) => [row.table, row]));
    for (const row of response.rows) {
      if (row.rounds === 0 || this.roundsAtLastPace[row.table] === row.rounds) continue;
      this.roundsAtLastPace[row.table] = row.rounds;
      await this.refreshPace(row.table);
    }
  }

  /** Update a table's rounds per hour and its theoretical hold, which depends on the wagers made. */
  private async refreshPace(table: string): Promise<void> {
    const response = await fetchStaffRounds(`table=${table}&limit=${PACE_ROUNDS}`);
    const settled = response.rounds.filter((round) => round.status !== "void");
    this.paces[table] = {
      roundsPerHour: roundsPerHour(response.rounds, this.serverTime),
      theoreticalHold: theoreticalHold(settled, await this.loadParSheet(table)),
    };
  }

  private async loadParSheet(table: string): Promise<ParSheet | null> {
    if (!(table in this.parSheets)) {
      const response = await fetchOdds(table);
      if (response.state === "counting") {
        delete this.roundsAtLastPace[table]; // so that the next poll tries again, even if no round was played
        return null;
      }
      // Rules that cannot be calculated have no par sheet; the tile then shows the actual hold only.
      this.parSheets[table] = response.state === "counted" ? response : null;
    }
    return this.parSheets[table] ?? null;
  }
}

function hasChanged(tile: LobbyTile, before: LobbyTile | undefined): boolean {
  return (
    before === undefined || tile.is_running !== before.is_running || tile.phase !== before.phase || tile.seats_taken !== before.seats_taken
  );
}

/** Return the number of rounds in the last hour. If all `PACE_ROUNDS` rounds fall into it, the rate over their time span is returned. */
export function roundsPerHour(rounds: readonly StaffRound[], now: number): number {
  const recent = rounds.filter((round) => round.ended_at > now - HOUR_MS);
  if (recent.length < PACE_ROUNDS) return recent.length;
  const oldest = recent[recent.length - 1]?.ended_at ?? now;
  return Math.round((recent.length * HOUR_MS) / Math.max(1, now - oldest));
}

/** Return the house edge of each wager. If a wager's edge covers the whole hand, the other wagers of that hand count as 0. */
function houseEdges(sheet: ParSheet): Map<string, number> {
  const edges = new Map(sheet.wagers.map((entry) => [entry.wager, entry.house_edge]));
  for (const entry of sheet.wagers) for (const part of Object.keys(entry.game?.parts ?? {})) if (part !== entry.wager) edges.set(part, 0);
  return edges;
}

/** Return the share of the stakes that the par sheet expects the house to hold; null without a par sheet or stakes. */
export function theoreticalHold(rounds: readonly StaffRound[], sheet: ParSheet | null): number | null {
  if (sheet === null) return null;
  const edges = houseEdges(sheet);
  let staked = 0;
  let held = 0;
  for (const result of rounds.flatMap((round) => round.results)) {
    const edge = edges.get(result.wager);
    if (edge === undefined || result.result === "returned") continue;
    staked += result.cents;
    held += result.cents * edge;
  }
  return staked === 0 ? null : held / staked;
}
