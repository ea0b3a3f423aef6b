import type { GameDefinition } from "../parts";

export const pokerDealer: GameDefinition = {
  deck: "fresh",
  hasShowdown: true,
  hasJoker: false,
  names: () => import("./names"),
  terminal: () => import("./terminal/parts"),
  guide: () => import("./guide"),
  board: () => import("./board/parts"),
  lobby: () => import("./lobby/parts"),
  dealer: () => import("./dealer/parts"),
  pit: () => import("./pit/parts"),
};
