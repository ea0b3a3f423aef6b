import type { GameDefinition } from "../parts";

export const paiGow: GameDefinition = {
  deck: "fresh",
  hasShowdown: true,
  hasJoker: true,
  names: () => import("./names"),
  terminal: () => import("./terminal/parts"),
  guide: () => import("./guide"),
  board: () => import("./board/parts"),
  lobby: () => import("./lobby/parts"),
  dealer: () => import("./dealer/parts"),
  pit: () => import("./pit/parts"),
};
