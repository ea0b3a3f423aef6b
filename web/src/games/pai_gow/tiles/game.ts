import type { GameDefinition } from "../../parts";

/** Pai gow tiles: four dominoes set into two hands. What it does not define itself comes from pai gow poker. */
export const tiles: GameDefinition = {
  deck: "fresh",
  hasShowdown: true,
  hasJoker: false,
  tileKind: "dominoes",
  names: async () => (await import("../names")).parts,
  terminal: async () => (await import("./terminal/parts")).parts,
  guide: async () => (await import("./guide")).parts,
  board: async () => (await import("./board")).parts,
  lobby: async () => (await import("./lobby/parts")).parts,
  dealer: async () => (await import("./dealer")).parts,
  pit: async () => (await import("../pit/parts")).parts,
};
