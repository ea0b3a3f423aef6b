const KEY = "croupier-guides";
/** Whoever wants no guides at all has this among those he has seen. */
const ALL = "*";

function read(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[];
  } catch {
    return [];
  }
}

/** Which games' guides this device has shown; one that is skipped counts as seen. */
class Guides {
  private seen = $state.raw<readonly string[]>(read());
  private asked = $state(false);

  isDue(family: string): boolean {
    return this.asked || !(this.seen.includes(ALL) || this.seen.includes(family));
  }

  /** Somebody wants to see it again. */
  ask(): void {
    this.asked = true;
  }

  done(family: string): void {
    this.asked = false;
    this.seen = [...new Set([...this.seen, family])];
    localStorage.setItem(KEY, JSON.stringify(this.seen));
  }
}

export const guides = new Guides();
