import { getContext, setContext } from "svelte";
import type { TileKind } from "../../lib/tiles";

const KEY = Symbol("what is dealt");

/** What the backs below are the backs of: a game with tiles has no other. */
export function providePieces(kind: () => TileKind | null): void {
  setContext(KEY, kind);
}

/** How much higher than wide what is dealt here is, for the places that it lies in; nothing where it is cards. */
export function usePieceAspectRatio(): () => number | undefined {
  const dealt = usePieces();
  return () => (dealt() === "dominoes" ? 2.4 : undefined);
}

export function usePieces(): () => TileKind | null {
  return getContext<(() => TileKind | null) | undefined>(KEY) ?? (() => null);
}
