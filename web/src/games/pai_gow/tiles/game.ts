import { paiGow } from "../game";
import type { GameDefinition } from "../../parts";

const sentences = () => import("./sentences");

/** Pai gow tiles: four dominoes set into two hands. What it does not define itself comes from pai gow poker. */
export const tiles: GameDefinition = {
  deck: "fresh",
  hasShowdown: true,
  hasJoker: false,
  tileKind: "dominoes",
  names: paiGow.names,
  guide: async () => (await import("./guide")).parts,
  async terminal() {
    const [table, { terminal }] = await Promise.all([import("./terminal/Table.svelte"), sentences()]);
    return { ...terminal, ...table, Table: table.default };
  },
  async board() {
    const [parts, { board }] = await Promise.all([paiGow.board(), sentences()]);
    return { ...parts, ...board };
  },
  async lobby() {
    const [picture, { t }] = await Promise.all([import("./lobby/Picture.svelte"), import("./words")]);
    return { ...picture, title: () => t("lobby.game"), Picture: picture.default };
  },
  async dealer() {
    const [parts, { dealer }] = await Promise.all([paiGow.dealer(), sentences()]);
    return { ...parts, ...dealer };
  },
  pit: paiGow.pit,
};
