import type { GameDefinition } from "../../../table/game-parts";
import { guideParts, pitParts, screenParts } from "../../screen-parts";

const sentences = () => import("./sentences");

/** Pai gow tiles: four dominoes set into two hands. */
export const paiGowTiles: GameDefinition = {
  titles: { en: "Tiles", es: "Fichas", vi: "Bài cửu", zh: "牌九", "zh-Hant": "牌九", ko: "타일" },
  emblem: ["6-6", "1-1"],
  deck: "fresh",
  hasShowdown: true,
  hasJoker: false,
  tileKind: "dominoes",
  names: () => import("../shared/words"),
  guide: () => guideParts(import("./words")),
  terminal: () => screenParts("Table", import("./Table.svelte")),
  async board() {
    const [parts, { board }] = await Promise.all([screenParts("Hands", import("../shared/Hands.svelte")), sentences()]);
    return { ...parts, ...board };
  },
  lobby: () => screenParts("Picture", import("./Picture.svelte")),
  async dealer() {
    const [parts, { dealer }] = await Promise.all([screenParts("Felt", import("../shared/Felt.svelte")), sentences()]);
    return { ...parts, ...dealer };
  },
  pit: () => pitParts(import("../../../records/SeatMarks.svelte"), import("../shared/sentences")),
};
