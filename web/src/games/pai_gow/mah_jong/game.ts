import type { GameParts } from "../../parts";

/** Two tiles of circles each, opened one after the other; nobody decides anything. */
export const mahJong: GameParts = {
  deck: "fresh",
  showdown: true,
  joker: false,
  tiles: "circles",
  names: () => import("../names"),
  terminal: () => import("./terminal/parts"),
  guide: () => import("./guide"),
  board: () => import("./board/parts"),
  lobby: () => import("./lobby/parts"),
  dealer: () => import("./dealer/parts"),
  pit: () => import("./pit"),
};
