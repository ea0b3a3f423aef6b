import type { Citation } from "./citations";
import { Refusal, newIdempotencyKey } from "./api";
import { session } from "./session.svelte";
import type { TableView, TableEvent, PrivateEvent } from "./types";

type PendingCommand = { text: string; resolve: (seq: number) => void; reject: (why: Refusal) => void };
type Frame =
  | { type: "state"; seq: number; view: TableView }
  | { type: "view"; seq: number; view: Partial<TableView>; removed?: string[] }
  | { type: "events"; seq: number; records: { seq: number; at: number; events: TableEvent[] }[] }
  | { type: "private"; balance_cents?: number; events?: PrivateEvent[] }
  | { type: "reply"; key: string | null; ok: boolean; seq?: number; error?: { code: string; message: string; rules: Citation[] } }
  | { type: "pong"; now: number };

const RECONNECT_DELAYS_MS = [250, 500, 1000, 2000, 4000];
/** A line that lets a whole ping go unanswered is dead, though nobody has closed it. */
const HEARTBEAT_MS = 4000;
/** A command that is not answered within this time is told to whoever gave it. */
const SLOW_RESPONSE_MS = 2000;

/**
 * One table, live. The view is always what the server last showed; a lost connection comes back by itself, and a command
 * that was on its way is sent again under its old key: it is carried out once.
 */
export class LiveTable {
  /** What the server last showed; while something is held back, what this screen shows of it. */
  readonly view = $derived.by(() => this.overriddenView ?? this.serverView);
  private serverView = $state<TableView | null>(null);
  private viewOverride = $state.raw<((told: TableView) => TableView | null) | null>(null);
  private readonly overriddenView = $derived.by(() => (this.serverView === null ? null : (this.viewOverride?.(this.serverView) ?? null)));
  isConnected = $state(false);
  isGone = $state(false);
  /** Whether a command has waited for its answer for some time. */
  isSlow = $state(false);
  /** Our clock less the server's, so that a countdown is the same on every screen. */
  private clockOffsetMs = 0;
  private socket: WebSocket | null = null;
  private reconnectAttempts = 0;
  private isClosed = false;
  private reconnectTimer = 0;
  private heartbeatTimer = 0;
  private hasReceivedSincePing = true;
  private readonly pendingCommands = new Map<string, PendingCommand>();
  private readonly listeners = new Set<(event: TableEvent, own: PrivateEvent | null) => void>();

  constructor(readonly name: string) {
    this.connect();
  }

  /** The server's time now. */
  serverTime(): number {
    return Date.now() - this.clockOffsetMs;
  }

  /** Whether something that the server has shown is kept from this screen. */
  get isViewOverridden(): boolean {
    return this.overriddenView !== null;
  }

  /** Show what `of` makes of the view until it makes nothing of it; null lets everything be seen. */
  overrideView(of: ((told: TableView) => TableView | null) | null): void {
    this.viewOverride = of;
  }

  /** Hear of everything that happens. */
  onEvent(listener: (event: TableEvent, own: PrivateEvent | null) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Give a command; resolves when it is durable. */
  sendCommand(command: Record<string, unknown>): Promise<number> {
    const key = newIdempotencyKey();
    const text = JSON.stringify({ type: "command", key, command });
    return new Promise((resolve, reject) => {
      this.pendingCommands.set(key, { text, resolve, reject });
      setTimeout(() => (this.isSlow ||= this.pendingCommands.has(key)), SLOW_RESPONSE_MS);
      this.sendText(text);
    });
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.reconnectTimer);
    clearInterval(this.heartbeatTimer);
    this.socket?.close();
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.name}/live?view=true`);
    this.socket = socket;
    socket.onmessage = (message) => this.handleFrame(JSON.parse(String(message.data)) as Frame);
    socket.onclose = (event) => this.handleDisconnect(event.code);
    this.hasReceivedSincePing = true;
    this.heartbeatTimer = window.setInterval(() => this.checkHeartbeat(socket), HEARTBEAT_MS);
  }

  /** A cable that was pulled closes nothing: only the silence tells. Closing politely would wait for it too. */
  private checkHeartbeat(socket: WebSocket): void {
    if (!this.hasReceivedSincePing) {
      socket.onmessage = socket.onclose = null;
      socket.close();
      return this.handleDisconnect(0);
    }
    this.hasReceivedSincePing = false;
    this.sendText('{"type":"ping"}');
  }

  private handleDisconnect(code: number): void {
    this.isConnected = false;
    clearInterval(this.heartbeatTimer);
    if (code === 4004) this.isGone = true;
    if (code === 4003) void session.refresh().catch(() => undefined);
    if (this.isClosed || this.isGone) return;
    const wait = RECONNECT_DELAYS_MS[Math.min(this.reconnectAttempts, RECONNECT_DELAYS_MS.length - 1)] ?? 4000;
    this.reconnectAttempts += 1;
    this.reconnectTimer = window.setTimeout(() => this.connect(), wait);
  }

  private sendText(text: string): void {
    if (this.socket?.readyState === WebSocket.OPEN && this.isConnected) this.socket.send(text);
  }

  private handleFrame(frame: Frame): void {
    this.hasReceivedSincePing = true;
    switch (frame.type) {
      case "state":
        this.serverView = frame.view;
        this.clockOffsetMs = Date.now() - frame.view.now;
        this.handleConnected();
        break;
      case "view":
        if (this.serverView !== null) this.serverView = mergeView(this.serverView, frame.view, frame.removed ?? []);
        break;
      case "events":
        for (const record of frame.records) for (const event of record.events) this.notifyListeners(event, null);
        break;
      case "private":
        for (const own of frame.events ?? []) this.notifyListeners({ kind: own.kind }, own);
        break;
      case "reply":
        this.handleReply(frame);
        break;
      case "pong":
        break;
    }
  }

  private handleConnected(): void {
    this.isConnected = true;
    this.reconnectAttempts = 0;
    for (const one of this.pendingCommands.values()) this.sendText(one.text);
  }

  private notifyListeners(event: TableEvent, own: PrivateEvent | null): void {
    for (const listener of this.listeners) listener(event, own);
  }

  private handleReply(frame: Extract<Frame, { type: "reply" }>): void {
    const one = frame.key === null ? undefined : this.pendingCommands.get(frame.key);
    if (one === undefined || frame.key === null) return;
    if (!frame.ok && frame.error?.code === "database/unavailable") {
      window.setTimeout(() => this.sendText(one.text), 500);
      return;
    }
    this.pendingCommands.delete(frame.key);
    if (this.pendingCommands.size === 0) this.isSlow = false;
    if (frame.ok) one.resolve(frame.seq ?? 0);
    else one.reject(new Refusal(frame.error?.code ?? "", frame.error?.message ?? "", frame.error?.rules));
  }
}

/** The view with what looks otherwise now, and without what is no longer there: nobody lays cards any more. */
function mergeView(view: TableView, parts: Partial<TableView>, gone: readonly string[]): TableView {
  const kept = Object.entries({ ...view, ...parts }).filter(([key]) => !gone.includes(key));
  return Object.fromEntries(kept) as unknown as TableView;
}
