/** Sets `isIdle` when there was no input for the given time; any input resets it. */
export class IdleTimer {
  isIdle = $state(false);
  private timer = 0;
  private readonly wake = (): void => {
    this.isIdle = false;
    this.restart();
  };

  constructor(private readonly timeoutMs: number) {
    for (const eventName of ACTIVITY_EVENTS) addEventListener(eventName, this.wake, { passive: true });
    this.restart();
  }

  stop(): void {
    clearTimeout(this.timer);
    for (const eventName of ACTIVITY_EVENTS) removeEventListener(eventName, this.wake);
  }

  private restart(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.isIdle = true), this.timeoutMs);
  }
}

const ACTIVITY_EVENTS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
