import { RETRIED_CODES, Refusal, newIdempotencyKey } from "./api";
import { takeEarlyTable } from "./early";
import { session } from "./session.svelte";
import type { ClientFrame, Command, ErrorDetail, Frame, PrivateEvent, TableEvent, TableView } from "./types";

type PendingCommand = { text: string; resolve: (seq: number) => void; reject: (refusal: Refusal) => void };

const RECONNECT_DELAYS_MS = [250, 500, 1000, 2000, 4000];
/** Usual time between pings. */
const PING_MS = 4000;
/** Time between pings while a lost connection has to be shown within a second: with LOST_AFTER_MS it is less than that. */
const QUICK_PING_MS = 350;
/** The connection is opened anew if a ping is not answered for this time. */
const SILENCE_MS = 4000;
/** After this time without an answer, or without a connection, `isLost` is set. */
const LOST_AFTER_MS = 600;
/** Pause before resending a command that the server could not store, or had no time for. */
const RETRY_DELAY_MS = 500;
/** A command without a reply after this time sets `isSlow`. */
const SLOW_RESPONSE_MS = 2000;
/** Close codes of the server (table_socket.py). */
const CLOSED_FORBIDDEN = 4003;
const CLOSED_TABLE_GONE = 4004;

/**
 * WebSocket connection to one table: keeps the newest view and sends commands. It reconnects by itself, then sends commands without a
 * reply again with the same idempotency key, so that the server carries them out once.
 */
export class LiveTable {
  /** View to show: the server's last view, or the override made from it. Null until the first view arrives. */
  readonly view = $derived.by(() => this.overriddenView ?? this.serverView);
  private serverView = $state<TableView | null>(null);
  private viewOverride = $state.raw<((view: TableView) => TableView | null) | null>(null);
  private readonly overriddenView = $derived.by(() => (this.serverView === null ? null : (this.viewOverride?.(this.serverView) ?? null)));
  isConnected = $state(false);
  /** True if the server says that there is no such table; the connection is not opened again. */
  isGone = $state(false);
  /** True if a command has waited for its reply longer than SLOW_RESPONSE_MS; false again when all have one. */
  isSlow = $state(false);
  /** True if the server has not been heard for about a second: what the page shows may be out of date, and nothing can be sent. */
  isLost = $state(false);
  /** Number of the next attempt to connect again, and the browser's time at which it is made; null while connected. */
  retry = $state.raw<{ attempt: number; at: number } | null>(null);
  private lostTimer = 0;
  /** Browser time minus server time, so that all screens count down together. */
  private clockOffsetMs = 0;
  private socket: WebSocket | null = null;
  private reconnectAttempts = 0;
  private isClosed = false;
  private reconnectTimer = 0;
  private heartbeatTimer = 0;
  private lastPingAt = 0;
  /** Time of the first ping that nothing has been heard since; null if there is none. */
  private unansweredSince: number | null = null;
  private readonly pendingCommands = new Map<string, PendingCommand>();
  private readonly listeners = new Set<(event: TableEvent, privateEvent: PrivateEvent | null) => void>();

  /** `isUrgent`: whether a lost connection has to be shown within a second. Pings are then sent quickly, else rarely. */
  constructor(
    readonly name: string,
    private readonly isUrgent: (view: TableView) => boolean = () => false,
  ) {
    this.connect();
  }

  /** Return the server's current time in milliseconds. */
  serverTime(): number {
    return Date.now() - this.clockOffsetMs;
  }

  /** True while the override replaces the server's view. */
  get isViewOverridden(): boolean {
    return this.overriddenView !== null;
  }

  /** Show `transform(view)` instead of the server's view for as long as it returns one. `null` removes the override. */
  overrideView(transform: ((view: TableView) => TableView | null) | null): void {
    this.viewOverride = transform;
  }

  /** Call `listener` for every event of the table, and for events only this viewer receives. Returns a function that removes it. */
  onEvent(listener: (event: TableEvent, privateEvent: PrivateEvent | null) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Send a command. Resolves with its sequence number when the server has stored it; rejects with a `Refusal`. */
  sendCommand(command: Command): Promise<number> {
    const key = newIdempotencyKey();
    const text = JSON.stringify({ type: "command", key, command } satisfies ClientFrame);
    return new Promise((resolve, reject) => {
      this.pendingCommands.set(key, { text, resolve, reject });
      setTimeout(() => (this.isSlow ||= this.pendingCommands.has(key)), SLOW_RESPONSE_MS);
      this.expectAnswer();
      this.sendText(text);
    });
  }

  /** Try to connect again at once instead of at the next attempt. */
  retryNow(): void {
    if (this.retry === null || this.isClosed) return;
    clearTimeout(this.reconnectTimer);
    this.retry = { ...this.retry, at: Date.now() };
    this.connect();
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.reconnectTimer);
    clearTimeout(this.lostTimer);
    clearInterval(this.heartbeatTimer);
    this.socket?.close();
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const early = takeEarlyTable(this.name);
    const socket = early?.socket ?? new WebSocket(`${scheme}://${location.host}/api/tables/${this.name}/live?view=true`);
    this.socket = socket;
    const handle = (data: unknown, at: number): void => this.handleFrame(JSON.parse(String(data)) as Frame, at);
    socket.onmessage = ({ data }) => handle(data, Date.now());
    // After the constructor's caller has added its listeners.
    queueMicrotask(() => early?.frames.forEach(({ data, at }) => handle(data, at)));
    socket.onclose = (event) => this.handleDisconnect(event.code);
    this.unansweredSince = null;
    this.lastPingAt = performance.now();
    clearInterval(this.heartbeatTimer);
    this.heartbeatTimer = window.setInterval(() => this.checkHeartbeat(socket), QUICK_PING_MS);
  }

  /**
   * Drop the socket if nothing arrived for SILENCE_MS, else ping again if a ping is due. An unplugged cable sends no close event, and the
   * closing handshake would time out as well: so do not wait for `onclose`.
   */
  private checkHeartbeat(socket: WebSocket): void {
    const now = performance.now();
    if (this.unansweredSince !== null && now - this.unansweredSince >= SILENCE_MS) {
      socket.onmessage = socket.onclose = null;
      socket.close();
      return this.handleDisconnect(0);
    }
    if (now - this.lastPingAt < (this.mustPingQuickly() ? QUICK_PING_MS : PING_MS)) return;
    this.lastPingAt = now;
    this.unansweredSince ??= now;
    this.expectAnswer();
    this.sendText(JSON.stringify({ type: "ping" } satisfies ClientFrame));
  }

  private mustPingQuickly(): boolean {
    return this.pendingCommands.size > 0 || (this.serverView !== null && this.isUrgent(this.serverView));
  }

  /** Set `isLost` unless the server is heard in time. */
  private expectAnswer(): void {
    if (this.lostTimer === 0) this.lostTimer = window.setTimeout(() => (this.isLost = true), LOST_AFTER_MS);
  }

  private markHeard(): void {
    clearTimeout(this.lostTimer);
    this.lostTimer = 0;
    this.unansweredSince = null;
    this.isLost = false;
  }

  private handleDisconnect(code: number): void {
    this.isConnected = false;
    clearInterval(this.heartbeatTimer);
    this.expectAnswer();
    if (code === CLOSED_TABLE_GONE) this.isGone = true;
    if (code === CLOSED_FORBIDDEN) void session.refresh().catch(() => undefined);
    if (this.isClosed || this.isGone) return;
    const delayMs = RECONNECT_DELAYS_MS[Math.min(this.reconnectAttempts, RECONNECT_DELAYS_MS.length - 1)] ?? 4000;
    this.reconnectAttempts += 1;
    this.retry = { attempt: this.reconnectAttempts, at: Date.now() + delayMs };
    this.reconnectTimer = window.setTimeout(() => this.connect(), delayMs);
  }

  /** Send a message if connected. Commands that are not sent now are sent on reconnection. */
  private sendText(text: string): void {
    if (this.socket?.readyState === WebSocket.OPEN && this.isConnected) this.socket.send(text);
  }

  private handleFrame(frame: Frame, at: number): void {
    this.markHeard();
    switch (frame.type) {
      case "state":
        this.serverView = frame.view;
        this.clockOffsetMs = at - frame.view.now;
        this.handleConnected();
        break;
      case "view":
        if (this.serverView !== null) this.serverView = mergeView(this.serverView, frame.view, frame.removed ?? []);
        break;
      case "events":
        for (const record of frame.records) for (const event of record.events) this.notifyListeners(event, null);
        break;
      case "private":
        for (const privateEvent of frame.events ?? []) this.notifyListeners({ kind: privateEvent.kind }, privateEvent);
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
    this.retry = null;
    for (const pending of this.pendingCommands.values()) this.sendText(pending.text);
  }

  private notifyListeners(event: TableEvent, privateEvent: PrivateEvent | null): void {
    for (const listener of this.listeners) listener(event, privateEvent);
  }

  private handleReply(frame: Extract<Frame, { type: "reply" }>): void {
    const pending = frame.key === null ? undefined : this.pendingCommands.get(frame.key);
    if (pending === undefined || frame.key === null) return;
    if (!frame.ok && RETRIED_CODES.has(frame.error.code)) {
      window.setTimeout(() => this.sendText(pending.text), RETRY_DELAY_MS);
      return;
    }
    this.pendingCommands.delete(frame.key);
    if (this.pendingCommands.size === 0) this.isSlow = false;
    if (frame.ok) pending.resolve(frame.seq);
    else pending.reject(refusalOf(frame.error));
  }
}

function refusalOf({ code, message, rules, problems, placeable = {} }: ErrorDetail): Refusal {
  return new Refusal(code, message, rules, 0, problems === undefined ? null : { problems, placeable });
}

/** Merge a partial view into the view and delete the removed keys. */
function mergeView(view: TableView, changes: Partial<TableView>, removed: readonly string[]): TableView {
  const entries = Object.entries({ ...view, ...changes }).filter(([key]) => !removed.includes(key));
  return Object.fromEntries(entries) as unknown as TableView;
}
