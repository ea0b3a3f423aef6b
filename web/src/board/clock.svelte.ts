import type { LiveTable } from "../lib/live-table.svelte";

const TICK_MS = 200;

/** Reactive server time, updated five times a second. */
export class BoardClock {
  now = $state(0);
  private readonly timer: number;

  constructor(private readonly live: LiveTable) {
    this.now = live.serverTime();
    this.timer = window.setInterval(() => {
      this.now = this.live.serverTime();
    }, TICK_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
