import type { TileKind } from "../lib/tiles";
import { GAMES } from "./index";
import type { Fetches, GameParts, Names, Screen, Slots } from "./parts";

/** The house deals a game that these pages have no room for. */
export class UnknownGame extends Error {
  constructor(readonly family: string) {
    super(`These pages know no game of the family "${family}".`);
  }
}

const coming = new Map<string, Promise<unknown>>();
const here = new Map<string, unknown>();
const keyOf = (screen: Screen, family: string): string => `${screen} ${family}`;

export function gameOf(family: string): GameParts {
  const game = Object.hasOwn(GAMES, family) ? GAMES[family] : undefined;
  if (game === undefined) throw new UnknownGame(family);
  return game;
}

/** Whether every round is dealt from a whole deck of its own: there is no shoe to speak of then. */
export const isFreshDeck = (family: string): boolean => gameOf(family).deck === "fresh";

/** Whether a joker is among its cards. */
export const hasJoker = (family: string): boolean => gameOf(family).joker;

/** The tiles it is dealt from; null where it is cards, and of a game that is not known. */
export const tilesOf = (family: string): TileKind | null => (Object.hasOwn(GAMES, family) ? (GAMES[family]?.tiles ?? null) : null);

/** The parts of a family for one screen, and its names, which a lobby speaks without. They are fetched once. */
export async function load<S extends Screen>(screen: S, family: string): Promise<Slots[S]> {
  const [parts] = await Promise.all([fetched(screen, family), screen === "lobby" ? null : fetched("names", family)]);
  return parts;
}

function fetched<S extends Screen>(screen: S, family: string): Promise<Slots[S]> {
  const key = keyOf(screen, family);
  const known = coming.get(key) as Promise<Slots[S]> | undefined;
  if (known !== undefined) return known;
  const made = fetchNow(screen, family);
  coming.set(key, made);
  // What did not come is asked for again the next time.
  made.catch(() => coming.delete(key));
  return made;
}

async function fetchNow<S extends Screen>(screen: S, family: string): Promise<Slots[S]> {
  const fetches: Fetches = gameOf(family);
  const { parts } = await fetches[screen]();
  here.set(keyOf(screen, family), parts);
  return parts;
}

/** Parts that the screen has loaded before it draws anything of a table: see Game.svelte. */
export function partsOf<S extends Screen>(screen: S, family: string): Slots[S] {
  const parts = here.get(keyOf(screen, family));
  if (parts === undefined) throw new Error(`The parts of "${family}" for the ${screen} are used before they are loaded.`);
  return parts as Slots[S];
}

export const namesOf = (family: string): Names => partsOf("names", family);
