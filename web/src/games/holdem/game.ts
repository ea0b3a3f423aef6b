import type { GameParts } from "../parts";

export const holdem: GameParts = {
  deck: "fresh",
  showdown: false,
  joker: false,
  names: () => import("./names"),
  terminal: () => import("./terminal/parts"),
  guide: () => import("./guide"),
  board: () => import("./board/parts"),
  lobby: () => import("./lobby/parts"),
  dealer: () => import("./dealer/parts"),
  pit: () => import("./pit/parts"),
};
