import type { GameDefinition } from "../../table/game-parts";
import { guideParts, pitParts, screenParts } from "../screen-parts";

/** The table of a family that brings no screens: drawn from what its view says, and from nothing else. */
export const generic: GameDefinition = {
  titles: { en: "Other games", es: "Otros juegos", vi: "Trò chơi khác", zh: "其他游戏", "zh-Hant": "其他遊戲", ko: "기타 게임" },
  emblem: ["?", "?"],
  deck: "shoe",
  hasShowdown: false,
  hasJoker: false,
  names: async () => (await import("./sentences")).names,
  guide: () => guideParts(import("./words")),
  terminal: () => screenParts("Table", import("./Table.svelte")),
  board: () => screenParts("Hands", import("./Hands.svelte")),
  lobby: () => screenParts("Picture", import("./Picture.svelte")),
  dealer: () => screenParts("Felt", import("./Felt.svelte")),
  pit: () => pitParts(import("../../records/Sides.svelte"), import("./sentences")),
};
