import type { Rule } from "./rules";
import { Refusal, newKey } from "./api";
import { session } from "./session.svelte";
import type { TableView, TableEvent, PrivateEvent } from "./types";

type Waiting = { text: string; resolve: (seq: number) => void; reject: (why: Refusal) => void };
type Frame =
  | { type: "state"; seq: number; view: TableView }
  | { type: "view"; seq: number; view: Partial<TableView>; removed?: string[] }
  | { type: "events"; seq: number; records: { seq: number; at: number; events: TableEvent[] }[] }
  | { type: "private"; balance_cents?: number; events?: PrivateEvent[] }
  | { type: "reply"; key: string | null; ok: boolean; seq?: number; error?: { code: string; message: string; rules: Rule[] } }
  | { type: "pong"; now: number };

const WAIT_MS = [250, 500, 1000, 2000, 4000];
/** A line that lets a whole ping go unanswered is dead, though nobody has closed it. */
const PING_MS = 4000;
/** A command that is not answered within this time is told to whoever gave it. */
const SLOW_MS = 2000;

/**
 * One table, live. The view is always what the server last showed; a lost connection comes back by itself, and a command
 * that was on its way is sent again under its old key: it is carried out once.
 */
export class LiveTable {
  /** What the server last showed; while something is held back, what this screen shows of it. */
  readonly view = $derived.by(() => this.heldView ?? this.told);
  private told = $state<TableView | null>(null);
  private holding = $state.raw<((told: TableView) => TableView | null) | null>(null);
  private readonly heldView = $derived.by(() => (this.told === null ? null : (this.holding?.(this.told) ?? null)));
  connected = $state(false);
  gone = $state(false);
  /** Whether a command has waited for its answer for some time. */
  isSlow = $state(false);
  /** Our clock less the server's, so that a countdown is the same on every screen. */
  private offset = 0;
  private socket: WebSocket | null = null;
  private tries = 0;
  private closed = false;
  private timer = 0;
  private ping = 0;
  private heard = true;
  private readonly waiting = new Map<string, Waiting>();
  private readonly listeners = new Set<(event: TableEvent, own: PrivateEvent | null) => void>();

  constructor(readonly name: string) {
    this.connect();
  }

  /** The server's time now. */
  now(): number {
    return Date.now() - this.offset;
  }

  /** Whether something that the server has shown is kept from this screen. */
  get isHolding(): boolean {
    return this.heldView !== null;
  }

  /** Show what `of` makes of the view until it makes nothing of it; null lets everything be seen. */
  hold(of: ((told: TableView) => TableView | null) | null): void {
    this.holding = of;
  }

  /** Hear of everything that happens. */
  on(listener: (event: TableEvent, own: PrivateEvent | null) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Give a command; resolves when it is durable. */
  command(command: Record<string, unknown>): Promise<number> {
    const key = newKey();
    const text = JSON.stringify({ type: "command", key, command });
    return new Promise((resolve, reject) => {
      this.waiting.set(key, { text, resolve, reject });
      setTimeout(() => (this.isSlow ||= this.waiting.has(key)), SLOW_MS);
      this.send(text);
    });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.ping);
    this.socket?.close();
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.name}/live?view=true`);
    this.socket = socket;
    socket.onmessage = (message) => this.receive(JSON.parse(String(message.data)) as Frame);
    socket.onclose = (event) => this.lost(event.code);
    this.heard = true;
    this.ping = window.setInterval(() => this.watch(socket), PING_MS);
  }

  /** A cable that was pulled closes nothing: only the silence tells. Closing politely would wait for it too. */
  private watch(socket: WebSocket): void {
    if (!this.heard) {
      socket.onmessage = socket.onclose = null;
      socket.close();
      return this.lost(0);
    }
    this.heard = false;
    this.send('{"type":"ping"}');
  }

  private lost(code: number): void {
    this.connected = false;
    clearInterval(this.ping);
    if (code === 4004) this.gone = true;
    if (code === 4003) void session.check().catch(() => undefined);
    if (this.closed || this.gone) return;
    const wait = WAIT_MS[Math.min(this.tries, WAIT_MS.length - 1)] ?? 4000;
    this.tries += 1;
    this.timer = window.setTimeout(() => this.connect(), wait);
  }

  private send(text: string): void {
    if (this.socket?.readyState === WebSocket.OPEN && this.connected) this.socket.send(text);
  }

  private receive(frame: Frame): void {
    this.heard = true;
    switch (frame.type) {
      case "state":
        this.told = frame.view;
        this.offset = Date.now() - frame.view.now;
        this.resumed();
        break;
      case "view":
        if (this.told !== null) this.told = changed(this.told, frame.view, frame.removed ?? []);
        break;
      case "events":
        for (const record of frame.records) for (const event of record.events) this.tell(event, null);
        break;
      case "private":
        for (const own of frame.events ?? []) this.tell({ kind: own.kind }, own);
        break;
      case "reply":
        this.answered(frame);
        break;
      case "pong":
        break;
    }
  }

  private resumed(): void {
    this.connected = true;
    this.tries = 0;
    for (const one of this.waiting.values()) this.send(one.text);
  }

  private tell(event: TableEvent, own: PrivateEvent | null): void {
    for (const listener of this.listeners) listener(event, own);
  }

  private answered(frame: Extract<Frame, { type: "reply" }>): void {
    const one = frame.key === null ? undefined : this.waiting.get(frame.key);
    if (one === undefined || frame.key === null) return;
    if (!frame.ok && frame.error?.code === "database/unavailable") {
      window.setTimeout(() => this.send(one.text), 500);
      return;
    }
    this.waiting.delete(frame.key);
    if (this.waiting.size === 0) this.isSlow = false;
    if (frame.ok) one.resolve(frame.seq ?? 0);
    else one.reject(new Refusal(frame.error?.code ?? "", frame.error?.message ?? "", frame.error?.rules));
  }
}

/** The view with what looks otherwise now, and without what is no longer there: nobody lays cards any more. */
function changed(view: TableView, parts: Partial<TableView>, gone: readonly string[]): TableView {
  const kept = Object.entries({ ...view, ...parts }).filter(([key]) => !gone.includes(key));
  return Object.fromEntries(kept) as unknown as TableView;
}
