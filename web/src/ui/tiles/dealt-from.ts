import { getContext, setContext } from "svelte";
import type { TileKind } from "../../lib/tiles";

const KEY = Symbol("what is dealt");

/** What the backs below are the backs of: a game with tiles has no other. */
export function setDealt(kind: () => TileKind | null): void {
  setContext(KEY, kind);
}

export function dealtHere(): () => TileKind | null {
  return getContext<(() => TileKind | null) | undefined>(KEY) ?? (() => null);
}
