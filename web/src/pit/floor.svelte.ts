import { get, newKey, post } from "../lib/api";
import { askOdds } from "../lib/odds-sheet";
import { inWords } from "../lib/refused";
import type { LobbyTile, TableView } from "../lib/types";
import { tableNames } from "../ui/table-names.svelte";
import { doneTold } from "./names";
import { needsOf, type Need } from "./needs";
import type { Happening, KeptRound, TableLine } from "./types";

type Sheet = { wagers: { wager: string; house_edge: number; game?: { parts: Record<string, number> } }[] };
type Pace = { anHour: number; theory: number | null };
/** What came of the last order, in words; `nth` tells two of the same apart. */
export type Said = { nth: number; isDone: boolean; text: string };

const LOBBY_MS = 2000;
const EVENTS_MS = 3000;
const BOOKS_MS = 30_000;
const HOUR_MS = 3_600_000;
const ROUNDS_LOOKED_AT = 60;
const KEPT_MOST = 200;

/** The whole floor: every table at a glance, what each wants, and how it runs against its par sheet. */
export class Floor {
  tiles = $state<LobbyTile[]>([]);
  views = $state<Record<string, TableView>>({});
  lines = $state<Record<string, TableLine>>({});
  paces = $state<Record<string, Pace>>({});
  happenings = $state<Happening[]>([]);
  away = $state(false);
  said = $state<Said | null>(null);
  /** The server's time, ticking. */
  now = $state(Date.now());
  private offset = 0;
  private counted: Record<string, number> = {};
  private readonly sheets: Record<string, Sheet | null> = {};
  private readonly timers: number[] = [];

  start(): void {
    void this.everything();
    this.every(LOBBY_MS, () => this.lobby());
    this.every(EVENTS_MS, () => this.hear());
    this.every(BOOKS_MS, () => this.books());
    this.timers.push(window.setInterval(() => (this.now = Date.now() - this.offset), 1000));
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  /** Everything that waits anywhere, the most urgent first, then whoever waits longest. */
  get waiting(): { table: string; need: Need }[] {
    return this.tiles
      .flatMap((tile) => this.needs(tile.table).map((need) => ({ table: tile.table, need })))
      .sort((one, other) => other.need.loud - one.need.loud || (one.need.since ?? 0) - (other.need.since ?? 0));
  }

  needs(table: string): Need[] {
    const view = this.views[table];
    return view === undefined ? [] : needsOf(view, this.happenings);
  }

  /** Give a command to a table; what it changed is looked at again at once. Done or refused, it is said. */
  async order(table: string, command: Record<string, unknown>): Promise<void> {
    try {
      await post(`/api/tables/${table}/commands`, { key: newKey(), command });
    } catch (refused) {
      this.say(false, `${tableNames.nameOf(table)}: ${inWords(refused)}`);
      throw refused;
    }
    this.say(true, `${tableNames.nameOf(table)}: ${doneTold(String(command["do"]))}`);
    await Promise.all([this.look(table), this.lobby(), this.hear()]);
  }

  say(isDone: boolean, text: string): void {
    this.said = { nth: (this.said?.nth ?? 0) + 1, isDone, text };
  }

  async look(table: string): Promise<void> {
    const told = await get<{ view: TableView }>(`/api/tables/${table}`);
    this.views[table] = told.view;
  }

  /** The day's figures anew, for whoever has a table open: a round that is over is in them. */
  reckon(): void {
    void this.tried(() => this.books());
  }

  private every(ms: number, job: () => Promise<void>): void {
    this.timers.push(window.setInterval(() => void this.tried(job), ms));
  }

  private async tried(job: () => Promise<void>): Promise<void> {
    try {
      await job();
      this.away = false;
    } catch {
      this.away = true;
    }
  }

  private async everything(): Promise<void> {
    await this.tried(() => this.lobby());
    await this.tried(() => this.hear());
    await this.tried(async () => {
      await Promise.all(this.tiles.map((tile) => this.look(tile.table)));
    });
    await this.tried(() => this.books());
  }

  /** A table that stopped or went on since the last look wants another. */
  private async lobby(): Promise<void> {
    const before = new Map(this.tiles.map((tile) => [tile.table, tile]));
    const tiles = await get<LobbyTile[]>("/api/lobby");
    this.tiles = tiles;
    tableNames.tell(tiles);
    this.offset = Date.now() - (tiles[0]?.now ?? Date.now());
    const changed = tiles.filter((tile) => before.size > 0 && differs(tile, before.get(tile.table)));
    await Promise.all(changed.map((tile) => this.look(tile.table)));
  }

  /** What was noted since: each table named in it is looked at again. */
  private async hear(): Promise<void> {
    const told = await get<{ events: Happening[] }>("/api/events?limit=100");
    const last = this.happenings[0]?.id ?? Infinity;
    const fresh = told.events.filter((one) => one.id > last);
    this.happenings = told.events.slice(0, KEPT_MOST);
    const named = new Set(fresh.map((one) => one.table_name).filter((name) => name !== null && name !== ""));
    await Promise.all([...named].filter((name) => name! in this.views).map((name) => this.look(name!)));
  }

  private async books(): Promise<void> {
    const told = await get<{ rows: TableLine[] }>("/api/reports/tables");
    this.lines = Object.fromEntries(told.rows.map((line) => [line.table, line]));
    for (const line of told.rows) {
      if (line.rounds === 0 || this.counted[line.table] === line.rounds) continue;
      this.counted[line.table] = line.rounds;
      await this.pace(line.table);
    }
  }

  /** Rounds an hour, and what the par sheet expects of the wagers that were really made. */
  private async pace(table: string): Promise<void> {
    const told = await get<{ rounds: KeptRound[] }>(`/api/rounds?table=${table}&limit=${ROUNDS_LOOKED_AT}`);
    const settled = told.rounds.filter((round) => round.status !== "void");
    this.paces[table] = { anHour: anHour(told.rounds, this.now), theory: expected(settled, await this.sheet(table)) };
  }

  private async sheet(table: string): Promise<Sheet | null> {
    if (!(table in this.sheets)) {
      const told = await askOdds<Sheet>(table);
      if (told.state === "counting") {
        delete this.counted[table]; // looked at again with the next books, whether or not a round was played
        return null;
      }
      // A table whose rules cannot be counted has no par sheet; its tile then shows hold alone.
      this.sheets[table] = told.state === "counted" ? told : null;
    }
    return this.sheets[table] ?? null;
  }
}

function differs(tile: LobbyTile, before: LobbyTile | undefined): boolean {
  return before === undefined || tile.is_running !== before.is_running || tile.phase !== before.phase || tile.seats_taken !== before.seats_taken;
}

export function anHour(rounds: readonly KeptRound[], now: number): number {
  const recent = rounds.filter((round) => round.ended_at > now - HOUR_MS);
  if (recent.length < ROUNDS_LOOKED_AT) return recent.length;
  const oldest = recent[recent.length - 1]?.ended_at ?? now;
  return Math.round((recent.length * HOUR_MS) / Math.max(1, now - oldest));
}

/** What is held of each wager. Where one's edge is that of the whole hand, the others that ride on it hold nothing more. */
function edgesOf(sheet: Sheet): Map<string, number> {
  const edges = new Map(sheet.wagers.map((one) => [one.wager, one.house_edge]));
  for (const one of sheet.wagers) for (const part of Object.keys(one.game?.parts ?? {})) if (part !== one.wager) edges.set(part, 0);
  return edges;
}

/** The share of the stakes that the par sheet expects to be held, each wager by its own edge. */
export function expected(rounds: readonly KeptRound[], sheet: Sheet | null): number | null {
  if (sheet === null) return null;
  const edges = edgesOf(sheet);
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
