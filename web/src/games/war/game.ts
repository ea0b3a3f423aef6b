import type { GameParts } from "../parts";

export const war: GameParts = {
  deck: "fresh",
  showdown: false,
  joker: false,
  names: () => import("../../ui/sides/names"),
  terminal: () => import("./terminal/parts"),
  guide: () => import("./guide"),
  board: () => import("./board/parts"),
  lobby: () => import("./lobby/parts"),
  dealer: () => import("./dealer/parts"),
  pit: () => import("./pit/parts"),
};
