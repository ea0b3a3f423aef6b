import { preferences } from "../lib/preferences.svelte";
import type { TileKind } from "../lib/tiles";
import type { PartLoaders, GameDefinition, GameNames, ScreenName, PartsByScreen } from "./game-parts";

/** The games by the family name that the server sends, and the game of families that bring no screens. `games/index.ts` registers them. */
let games: Readonly<Record<string, GameDefinition>> = {};
let genericGame: GameDefinition | null = null;

/** Sets the games of the pages. Called once, before the first page is shown. */
export function registerGames(byFamily: Readonly<Record<string, GameDefinition>>, generic: GameDefinition): void {
  games = byFamily;
  genericGame = generic;
}

/** Imports by key, running or finished. */
const pendingLoads = new Map<string, Promise<unknown>>();
const loadedPartsByKey = new Map<string, unknown>();
const keyOf = (screen: ScreenName, family: string): string => `${screen} ${family}`;

/** Returns the definition of a family; a family that brings no screens is played on the generic table. */
export function gameDefinition(family: string): GameDefinition {
  const game = (Object.hasOwn(games, family) ? games[family] : undefined) ?? genericGame;
  if (game === null) throw new Error("No games are registered: import games/index.ts first.");
  return game;
}

/** Returns the common name of a family's game in the viewer's language. */
export const gameTitle = (family: string): string => gameDefinition(family).titles[preferences.language];

/** True if every round starts with a full deck, so that there is no shoe to show. */
export const hasFreshDeckEachRound = (family: string): boolean => gameDefinition(family).deck === "fresh";

export const hasJoker = (family: string): boolean => gameDefinition(family).hasJoker;

/** Returns the kind of a family's tiles; null if it is played with cards. */
export const tileKindOf = (family: string): TileKind | null => gameDefinition(family).tileKind ?? null;

/** Loads a family's parts for one screen, and its names, which the lobby does not need. Each module is imported once. */
export async function loadParts<S extends ScreenName>(screen: S, family: string): Promise<PartsByScreen[S]> {
  const [parts] = await Promise.all([loadOnce(screen, family), screen === "lobby" ? null : loadOnce("names", family)]);
  return parts;
}

function loadOnce<S extends ScreenName>(screen: S, family: string): Promise<PartsByScreen[S]> {
  const key = keyOf(screen, family);
  const started = pendingLoads.get(key) as Promise<PartsByScreen[S]> | undefined;
  if (started !== undefined) return started;
  const load = importParts(screen, family);
  pendingLoads.set(key, load);
  // Forget a failed import, so that the next call tries again.
  load.catch(() => pendingLoads.delete(key));
  return load;
}

async function importParts<S extends ScreenName>(screen: S, family: string): Promise<PartsByScreen[S]> {
  const loaders: PartLoaders = gameDefinition(family);
  const parts = await loaders[screen]();
  loadedPartsByKey.set(keyOf(screen, family), parts);
  return parts;
}

/** Returns parts that `GameLoader` or `loadParts` has already loaded; throws if they are not loaded. */
export function loadedParts<S extends ScreenName>(screen: S, family: string): PartsByScreen[S] {
  const parts = loadedPartsByKey.get(keyOf(screen, family));
  if (parts === undefined) throw new Error(`The parts of "${family}" for the ${screen} are used before they are loaded.`);
  return parts as PartsByScreen[S];
}

/** Returns a family's names, which must be loaded already. */
export const gameNames = (family: string): GameNames => loadedParts("names", family);
