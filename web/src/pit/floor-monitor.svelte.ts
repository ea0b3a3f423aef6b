import { get, newIdempotencyKey, post } from "../lib/api";
import { fetchOdds } from "../lib/odds-request";
import { errorText } from "../lib/errors";
import type { LobbyTile, TableView } from "../lib/types";
import { tableNames } from "../ui/table-names.svelte";
import { commandDoneText } from "./event-text";
import { alertsFor, type Alert } from "./alerts";
import type { EventEntry, ArchivedStaffRound, TableReportRow } from "./types";

type ParSheet = { wagers: { wager: string; house_edge: number; game?: { parts: Record<string, number> } }[] };
type Pace = { roundsPerHour: number; theoreticalHold: number | null };
/** What came of the last order, in words; `nth` tells two of the same apart. */
export type CommandOutcome = { sequence: number; isDone: boolean; text: string };

const LOBBY_POLL_MS = 2000;
const EVENTS_POLL_MS = 3000;
const REPORTS_POLL_MS = 30_000;
const HOUR_MS = 3_600_000;
const PACE_ROUNDS = 60;
const MAX_EVENTS = 200;

/** The whole floor: every table at a glance, what each wants, and how it runs against its par sheet. */
export class FloorMonitor {
  tiles = $state<LobbyTile[]>([]);
  views = $state<Record<string, TableView>>({});
  reportRows = $state<Record<string, TableReportRow>>({});
  paces = $state<Record<string, Pace>>({});
  events = $state<EventEntry[]>([]);
  isOffline = $state(false);
  lastOutcome = $state<CommandOutcome | null>(null);
  /** The server's time, ticking. */
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

  /** Everything that waits anywhere, the most urgent first, then whoever waits longest. */
  get alerts(): { table: string; alert: Alert }[] {
    return this.tiles
      .flatMap((tile) => this.alertsOf(tile.table).map((alert) => ({ table: tile.table, alert })))
      .sort((one, other) => other.alert.priority - one.alert.priority || (one.alert.since ?? 0) - (other.alert.since ?? 0));
  }

  alertsOf(table: string): Alert[] {
    const view = this.views[table];
    return view === undefined ? [] : alertsFor(view, this.events);
  }

  /** Give a command to a table; what it changed is looked at again at once. Done or refused, it is said. */
  async sendCommand(table: string, command: Record<string, unknown>): Promise<void> {
    try {
      await post(`/api/tables/${table}/commands`, { key: newIdempotencyKey(), command });
    } catch (refused) {
      this.reportOutcome(false, `${tableNames.nameOf(table)}: ${errorText(refused)}`);
      throw refused;
    }
    this.reportOutcome(true, `${tableNames.nameOf(table)}: ${commandDoneText(String(command["do"]))}`);
    await Promise.all([this.refreshTable(table), this.pollLobby(), this.pollEvents()]);
  }

  reportOutcome(isDone: boolean, text: string): void {
    this.lastOutcome = { sequence: (this.lastOutcome?.sequence ?? 0) + 1, isDone, text };
  }

  async refreshTable(table: string): Promise<void> {
    const told = await get<{ view: TableView }>(`/api/tables/${table}`);
    this.views[table] = told.view;
  }

  /** The day's figures anew, for whoever has a table open: a round that is over is in them. */
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

  /** A table that stopped or went on since the last look wants another. */
  private async pollLobby(): Promise<void> {
    const before = new Map(this.tiles.map((tile) => [tile.table, tile]));
    const tiles = await get<LobbyTile[]>("/api/lobby");
    this.tiles = tiles;
    tableNames.setTables(tiles);
    this.clockOffsetMs = Date.now() - (tiles[0]?.now ?? Date.now());
    const changed = tiles.filter((tile) => before.size > 0 && hasChanged(tile, before.get(tile.table)));
    await Promise.all(changed.map((tile) => this.refreshTable(tile.table)));
  }

  /** What was noted since: each table named in it is looked at again. */
  private async pollEvents(): Promise<void> {
    const told = await get<{ events: EventEntry[] }>("/api/events?limit=100");
    const last = this.events[0]?.id ?? Infinity;
    const fresh = told.events.filter((one) => one.id > last);
    this.events = told.events.slice(0, MAX_EVENTS);
    const named = new Set(fresh.map((one) => one.table_name).filter((name) => name !== null && name !== ""));
    await Promise.all([...named].filter((name) => name! in this.views).map((name) => this.refreshTable(name!)));
  }

  private async pollReports(): Promise<void> {
    const told = await get<{ rows: TableReportRow[] }>("/api/reports/tables");
    this.reportRows = Object.fromEntries(told.rows.map((line) => [line.table, line]));
    for (const line of told.rows) {
      if (line.rounds === 0 || this.roundsAtLastPace[line.table] === line.rounds) continue;
      this.roundsAtLastPace[line.table] = line.rounds;
      await this.refreshPace(line.table);
    }
  }

  /** Rounds an hour, and what the par sheet expects of the wagers that were really made. */
  private async refreshPace(table: string): Promise<void> {
    const told = await get<{ rounds: ArchivedStaffRound[] }>(`/api/rounds?table=${table}&limit=${PACE_ROUNDS}`);
    const settled = told.rounds.filter((round) => round.status !== "void");
    this.paces[table] = { roundsPerHour: roundsPerHour(told.rounds, this.serverTime), theoreticalHold: theoreticalHold(settled, await this.loadParSheet(table)) };
  }

  private async loadParSheet(table: string): Promise<ParSheet | null> {
    if (!(table in this.parSheets)) {
      const told = await fetchOdds<ParSheet>(table);
      if (told.state === "counting") {
        delete this.roundsAtLastPace[table]; // looked at again with the next books, whether or not a round was played
        return null;
      }
      // A table whose rules cannot be counted has no par sheet; its tile then shows hold alone.
      this.parSheets[table] = told.state === "counted" ? told : null;
    }
    return this.parSheets[table] ?? null;
  }
}

function hasChanged(tile: LobbyTile, before: LobbyTile | undefined): boolean {
  return before === undefined || tile.is_running !== before.is_running || tile.phase !== before.phase || tile.seats_taken !== before.seats_taken;
}

export function roundsPerHour(rounds: readonly ArchivedStaffRound[], now: number): number {
  const recent = rounds.filter((round) => round.ended_at > now - HOUR_MS);
  if (recent.length < PACE_ROUNDS) return recent.length;
  const oldest = recent[recent.length - 1]?.ended_at ?? now;
  return Math.round((recent.length * HOUR_MS) / Math.max(1, now - oldest));
}

/** What is held of each wager. Where one's edge is that of the whole hand, the others that ride on it hold nothing more. */
function houseEdges(sheet: ParSheet): Map<string, number> {
  const edges = new Map(sheet.wagers.map((one) => [one.wager, one.house_edge]));
  for (const one of sheet.wagers) for (const part of Object.keys(one.game?.parts ?? {})) if (part !== one.wager) edges.set(part, 0);
  return edges;
}

/** The share of the stakes that the par sheet expects to be held, each wager by its own edge. */
export function theoreticalHold(rounds: readonly ArchivedStaffRound[], sheet: ParSheet | null): number | null {
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
