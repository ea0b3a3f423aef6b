const STORAGE_KEY = "croupier-guides";
/** If the stored list contains this, no guide is shown. Only browser tests set it; no control in the pages does. */
const ALL_GUIDES = "*";

function readSeen(): string[] {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]") as string[];
  } catch {
    return [];
  }
}

/** Game families whose guide this browser has shown; a skipped guide counts as seen. */
class SeenGuides {
  private seen = $state.raw<readonly string[]>(readSeen());
  private isRequested = $state(false);

  shouldShow(family: string): boolean {
    return this.isRequested || !(this.seen.includes(ALL_GUIDES) || this.seen.includes(family));
  }

  /** Show the guide of the current game again. */
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
