import type { LiveTable } from "./live-table.svelte";

const DEFAULT_INTERVAL_MS = 100;

/** Reactive server time for countdowns, updated every `intervalMs` milliseconds until `stop`. */
export class ServerClock {
  now = $state(0);
  private readonly timer: number;

  constructor(live: LiveTable, intervalMs = DEFAULT_INTERVAL_MS) {
    this.now = live.serverTime();
    this.timer = window.setInterval(() => (this.now = live.serverTime()), intervalMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
