const STORAGE_KEY = "croupier-guides";
/** Whoever wants no guides at all has this among those he has seen. */
const ALL_GUIDES = "*";

function readSeen(): string[] {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]") as string[];
  } catch {
    return [];
  }
}

/** Which games' guides this device has shown; one that is skipped counts as seen. */
class SeenGuides {
  private seen = $state.raw<readonly string[]>(readSeen());
  private isRequested = $state(false);

  shouldShow(family: string): boolean {
    return this.isRequested || !(this.seen.includes(ALL_GUIDES) || this.seen.includes(family));
  }

  /** Somebody wants to see it again. */
  showAgain(): void {
    this.isRequested = true;
  }

  markSeen(family: string): void {
    this.isRequested = false;
    this.seen = [...new Set([...this.seen, family])];
    localStorage.setItem(STORAGE_KEY, JSON.stringify(this.seen));
  }
}

export const seenGuides = new SeenGuides();
