import type { GameDefinition } from "../parts";

/** The table of a family that brings no screens: drawn from what its view says, and from nothing else. */
export const generic: GameDefinition = {
  deck: "shoe",
  hasShowdown: false,
  hasJoker: false,
  names: () => import("./names"),
  terminal: () => import("./terminal/parts"),
  guide: () => import("./guide"),
  board: () => import("./board/parts"),
  lobby: () => import("./lobby/parts"),
  dealer: () => import("./dealer/parts"),
  pit: () => import("./pit/parts"),
};
