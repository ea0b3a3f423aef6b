import type { GameNames } from "../table/game-parts";
import { tCommon } from "../lib/common-words";

/** Names for games with a Player and a Banker hand and without decisions. */
export const parts: GameNames = {
  handName: (name) => (name === "player" || name === "banker" ? tCommon(`side.${name}`) : name),
  choiceName: (choice) => choice,
};
