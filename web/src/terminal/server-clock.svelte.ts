import type { LiveTable } from "../lib/live-table.svelte";

const EVERY_MS = 100;

/** The server's time, ten times a second, for whatever on the screen counts down. */
export class ServerClock {
  now = $state(0);
  private readonly timer: number;

  constructor(private readonly live: LiveTable) {
    this.now = live.serverTime();
    this.timer = window.setInterval(() => (this.now = this.live.serverTime()), EVERY_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
