import type { LiveTable } from "../lib/live.svelte";

const BEAT_MS = 200;

/** The server's time, told again five times a second to whatever shows it. */
export class Clock {
  now = $state(0);
  private readonly timer: number;

  constructor(private readonly live: LiveTable) {
    this.now = live.now();
    this.timer = window.setInterval(() => {
      this.now = this.live.now();
    }, BEAT_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
