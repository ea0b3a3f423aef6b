import type { GameDefinition } from "../../table/game-parts";
import { guideParts, pitParts, screenParts } from "../screen-parts";

export const baccarat: GameDefinition = {
  titles: { en: "Baccarat", es: "Baccarat", vi: "Baccarat", zh: "百家乐", "zh-Hant": "百家樂", ko: "바카라" },
  emblem: ["9h", "Kd"],
  deck: "shoe",
  hasShowdown: false,
  hasJoker: false,
  names: async () => (await import("../side-names")).parts,
  guide: () => guideParts(import("./words")),
  terminal: () => screenParts("Table", import("./Table.svelte")),
  board: () => screenParts("Hands", import("./Hands.svelte")),
  lobby: () => screenParts("Picture", import("./Picture.svelte")),
  dealer: () => screenParts("Felt", import("./Felt.svelte")),
  pit: () => pitParts(import("../../records/Sides.svelte"), import("./sentences")),
};
