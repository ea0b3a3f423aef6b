import { paiGow } from "../poker/game";
import type { GameDefinition } from "../../../table/game-parts";
import { screenParts } from "../../screen-parts";

const sentences = () => import("./sentences");

/** Pai gow tiles: four dominoes set into two hands. What it does not define itself comes from pai gow poker. */
export const tiles: GameDefinition = {
  deck: "fresh",
  hasShowdown: true,
  hasJoker: false,
  tileKind: "dominoes",
  names: paiGow.names,
  guide: async () => (await import("./guide")).parts,
  terminal: () => screenParts("Table", import("./Table.svelte")),
  async board() {
    const [parts, { board }] = await Promise.all([paiGow.board(), sentences()]);
    return { ...parts, ...board };
  },
  lobby: () => screenParts("Picture", import("./Picture.svelte")),
  async dealer() {
    const [parts, { dealer }] = await Promise.all([paiGow.dealer(), sentences()]);
    return { ...parts, ...dealer };
  },
  pit: paiGow.pit,
};
