import type { GameDefinition } from "../../parts";

/** Four dominoes, laid two and two. What is not its own it has from hands that are set. */
export const tiles: GameDefinition = {
  deck: "fresh",
  hasShowdown: true,
  hasJoker: false,
  tileKind: "dominoes",
  names: () => import("../names"),
  terminal: () => import("./terminal/parts"),
  guide: () => import("./guide"),
  board: () => import("./board"),
  lobby: () => import("./lobby/parts"),
  dealer: () => import("./dealer"),
  pit: () => import("../pit/parts"),
};
