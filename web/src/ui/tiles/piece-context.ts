import { getContext, setContext } from "svelte";
import type { TileKind } from "../../lib/tiles";

const KEY = Symbol("kind of pieces");

/** Set, for all components below, what face-down pieces are: a kind of tile, or cards (null). */
export function providePieces(kind: () => TileKind | null): void {
  setContext(KEY, kind);
}

/** Return a function that gives the height of a piece divided by its width, for its container; undefined for the default of cards. */
export function usePieceAspectRatio(): () => number | undefined {
  const pieces = usePieces();
  return () => (pieces() === "dominoes" ? 2.4 : undefined);
}

/** Return a function that gives the kind of tile set by `providePieces`; null for cards. */
export function usePieces(): () => TileKind | null {
  return getContext<(() => TileKind | null) | undefined>(KEY) ?? (() => null);
}
