import type { GameDefinition } from "../../parts";

/** Two tiles of circles each, opened one after the other; nobody decides anything. */
export const mahJong: GameDefinition = {
  deck: "fresh",
  hasShowdown: true,
  hasJoker: false,
  tileKind: "circles",
  names: () => import("../names"),
  terminal: () => import("./terminal/parts"),
  guide: () => import("./guide"),
  board: () => import("./board/parts"),
  lobby: () => import("./lobby/parts"),
  dealer: () => import("./dealer/parts"),
  pit: () => import("./pit"),
};
