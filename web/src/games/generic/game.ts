import type { GameDefinition } from "../../table/game-parts";

/** The table of a family that brings no screens: drawn from what its view says, and from nothing else. */
export const generic: GameDefinition = {
  deck: "shoe",
  hasShowdown: false,
  hasJoker: false,
  names: async () => (await import("./names")).parts,
  terminal: async () => (await import("./terminal/parts")).parts,
  guide: async () => (await import("./guide")).parts,
  board: async () => (await import("./board/parts")).parts,
  lobby: async () => (await import("./lobby/parts")).parts,
  dealer: async () => (await import("./dealer/parts")).parts,
  pit: async () => (await import("./pit/parts")).parts,
};
