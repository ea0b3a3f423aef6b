import { get, newIdempotencyKey, post } from "../../lib/api";
import type { EventGroup, UnseenEvents } from "./types";

/** Time in which a mark can be undone; it is recorded after that. */
const UNDO_MS = 10_000;
const POLL_MS = 3000;

/** Unseen events of surveillance, and the marks that can still be undone. */
export class SeenMarks {
  private loaded = $state.raw<UnseenEvents | null>(null);
  /** Events that are marked and not yet recorded. */
  private pending = $state.raw<readonly number[]>([]);
  error = $state<unknown>(null);
  private timer = 0;
  private poll = 0;

  start(): void {
    void this.refresh();
    this.poll = window.setInterval(() => void this.refresh(), POLL_MS);
  }

  /** Stop polling; marks that can still be undone are recorded at once. */
  stop(): void {
    clearInterval(this.poll);
    if (this.pending.length > 0) void this.record();
  }

  /** Groups without the events that are already marked. */
  get groups(): EventGroup[] {
    const marked = new Set(this.pending);
    return (this.loaded?.groups ?? [])
      .map((group) => ({ ...group, events: group.events.filter((event) => !marked.has(event.id)) }))
      .filter((group) => group.events.length > 0);
  }

  get count(): number {
    return this.groups.reduce((total, group) => total + group.events.length, 0);
  }

  get since(): number | null {
    return this.loaded?.since ?? null;
  }

  get routineCount(): number {
    return this.loaded?.routine ?? 0;
  }

  /** Number of marks that can still be undone. */
  get undoCount(): number {
    return this.pending.length;
  }

  mark(groups: readonly EventGroup[]): void {
    this.pending = [...this.pending, ...groups.flatMap((group) => group.events.map((event) => event.id))];
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.record(), UNDO_MS);
  }

  undo(): void {
    clearTimeout(this.timer);
    this.pending = [];
  }

  private async record(): Promise<void> {
    const ids = this.pending;
    try {
      await post("/api/surveillance/seen", { key: newIdempotencyKey(), ids: [...ids] });
      await this.refresh();
      this.error = null;
    } catch (caught) {
      this.error = caught;
    }
    this.pending = this.pending.filter((id) => !ids.includes(id));
  }

  private async refresh(): Promise<void> {
    try {
      this.loaded = await get("/api/surveillance/unseen");
      this.error = null;
    } catch (caught) {
      this.error = caught;
    }
  }
}
