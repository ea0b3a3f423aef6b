import type { GameDefinition } from "../../parts";

/** Pai gow tiles: four dominoes set into two hands. What it does not define itself comes from pai gow poker. */
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
