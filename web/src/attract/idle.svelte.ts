/** How long nobody has touched this screen. */
export class Idle {
  isIdle = $state(false);
  private timer = 0;
  private readonly wake = (): void => {
    this.isIdle = false;
    this.begin();
  };

  constructor(private readonly ms: number) {
    for (const kind of KINDS) addEventListener(kind, this.wake, { passive: true });
    this.begin();
  }

  stop(): void {
    clearTimeout(this.timer);
    for (const kind of KINDS) removeEventListener(kind, this.wake);
  }

  private begin(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.isIdle = true), this.ms);
  }
}

const KINDS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
