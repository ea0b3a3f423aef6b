import type { GameParts } from "../parts";

export const thirteenCard: GameParts = {
  deck: "fresh",
  showdown: true,
  joker: false,
  names: () => import("./names"),
  terminal: () => import("./terminal/parts"),
  guide: () => import("./guide"),
  board: () => import("./board/parts"),
  lobby: () => import("./lobby/parts"),
  dealer: () => import("./dealer/parts"),
  pit: () => import("./pit/parts"),
};
