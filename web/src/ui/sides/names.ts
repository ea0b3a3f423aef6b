import type { GameNames } from "../../games/parts";
import { tCommon } from "../../lib/common-words";

/** Where the hands are the Player's and the Banker's, and nobody decides anything. */
export const parts: GameNames = {
  handName: (name) => (name === "player" || name === "banker" ? tCommon(`side.${name}`) : name),
  choiceName: (choice) => choice,
};
