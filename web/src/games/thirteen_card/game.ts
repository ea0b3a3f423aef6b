import type { GameDefinition } from "../../table/game-parts";
import { guideParts, pitParts, screenParts } from "../screen-parts";

export const thirteenCard: GameDefinition = {
  titles: { en: "13 card", es: "Trece cartas", vi: "Mậu binh", zh: "十三张", "zh-Hant": "十三張", ko: "13카드" },
  emblem: ["2c", "3d", "4s"],
  deck: "fresh",
  hasShowdown: true,
  hasJoker: false,
  names: async () => {
    const { declarationName, handName } = await import("./words");
    return { handName, choiceName: declarationName };
  },
  guide: () => guideParts(import("./words")),
  terminal: () => screenParts("Table", import("./Table.svelte")),
  board: () => screenParts("Hands", import("./Hands.svelte")),
  lobby: () => screenParts("Picture", import("./Picture.svelte")),
  dealer: () => screenParts("Felt", import("./Felt.svelte")),
  pit: () => pitParts(import("../../records/Points.svelte"), import("./sentences")),
};
