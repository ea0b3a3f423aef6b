import type { LiveTable } from "../lib/live-table.svelte";

const INTERVAL_MS = 100;

/** Server time, updated ten times a second, for countdowns. */
export class ServerClock {
  now = $state(0);
  private readonly timer: number;

  constructor(private readonly live: LiveTable) {
    this.now = live.serverTime();
    this.timer = window.setInterval(() => (this.now = this.live.serverTime()), INTERVAL_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
