import type { TileKind } from "../lib/tiles";
import { GAMES } from "./index";
import type { PartLoaders, GameDefinition, GameNames, ScreenName, PartsByScreen } from "./parts";

/** The house deals a game that these pages have no room for. */
export class UnknownGameError extends Error {
  constructor(readonly family: string) {
    super(`These pages know no game of the family "${family}".`);
  }
}

const pendingLoads = new Map<string, Promise<unknown>>();
const loadedPartsByKey = new Map<string, unknown>();
const keyOf = (screen: ScreenName, family: string): string => `${screen} ${family}`;

export function gameDefinition(family: string): GameDefinition {
  const game = Object.hasOwn(GAMES, family) ? GAMES[family] : undefined;
  if (game === undefined) throw new UnknownGameError(family);
  return game;
}

/** Whether every round is dealt from a whole deck of its own: there is no shoe to speak of then. */
export const hasFreshDeckEachRound = (family: string): boolean => gameDefinition(family).deck === "fresh";

/** Whether a joker is among its cards. */
export const hasJoker = (family: string): boolean => gameDefinition(family).hasJoker;

/** The tiles it is dealt from; null where it is cards, and of a game that is not known. */
export const tileKindOf = (family: string): TileKind | null => (Object.hasOwn(GAMES, family) ? (GAMES[family]?.tileKind ?? null) : null);

/** The parts of a family for one screen, and its names, which a lobby speaks without. They are fetched once. */
export async function loadParts<S extends ScreenName>(screen: S, family: string): Promise<PartsByScreen[S]> {
  const [parts] = await Promise.all([loadOnce(screen, family), screen === "lobby" ? null : loadOnce("names", family)]);
  return parts;
}

function loadOnce<S extends ScreenName>(screen: S, family: string): Promise<PartsByScreen[S]> {
  const key = keyOf(screen, family);
  const known = pendingLoads.get(key) as Promise<PartsByScreen[S]> | undefined;
  if (known !== undefined) return known;
  const made = importParts(screen, family);
  pendingLoads.set(key, made);
  // What did not come is asked for again the next time.
  made.catch(() => pendingLoads.delete(key));
  return made;
}

async function importParts<S extends ScreenName>(screen: S, family: string): Promise<PartsByScreen[S]> {
  const fetches: PartLoaders = gameDefinition(family);
  const { parts } = await fetches[screen]();
  loadedPartsByKey.set(keyOf(screen, family), parts);
  return parts;
}

/** Parts that the screen has loaded before it draws anything of a table: see Game.svelte. */
export function loadedParts<S extends ScreenName>(screen: S, family: string): PartsByScreen[S] {
  const parts = loadedPartsByKey.get(keyOf(screen, family));
  if (parts === undefined) throw new Error(`The parts of "${family}" for the ${screen} are used before they are loaded.`);
  return parts as PartsByScreen[S];
}

export const gameNames = (family: string): GameNames => loadedParts("names", family);
