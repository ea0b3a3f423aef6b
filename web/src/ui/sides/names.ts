import type { Names } from "../../games/parts";
import { common } from "../../lib/common";

/** Where the hands are the Player's and the Banker's, and nobody decides anything. */
export const parts: Names = {
  hand: (name) => (name === "player" || name === "banker" ? common(`side.${name}`) : name),
  choice: (choice) => choice,
};
