let chosen: readonly string[] = [];

/** Keep the tables that are open side by side, so that the lobby can add another to them. */
export function keepChosenTables(names: readonly string[]): void {
  chosen = names;
}

/** Return the kept tables once; the next call returns none. */
export function takeChosenTables(): string[] {
  const names = [...chosen];
  chosen = [];
  return names;
}
