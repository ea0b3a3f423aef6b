import type { GameDefinition } from "../../parts";

/** Mah-Jong Pai-Gow: two circle tiles to each hand, opened in turn; there are no decisions. */
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
