import type { GameDefinition } from "../parts";

export const war: GameDefinition = {
  deck: "fresh",
  hasShowdown: false,
  hasJoker: false,
  names: () => import("../side-names"),
  terminal: () => import("./terminal/parts"),
  guide: () => import("./guide"),
  board: () => import("./board/parts"),
  lobby: () => import("./lobby/parts"),
  dealer: () => import("./dealer/parts"),
  pit: () => import("./pit/parts"),
};
