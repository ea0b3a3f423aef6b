import type { GameDefinition } from "../../table/game-parts";
import { guideParts, pitParts, screenParts } from "../screen-parts";

export const war: GameDefinition = {
  titles: { en: "War", es: "Guerra", vi: "So bài", zh: "比大小", "zh-Hant": "比大小", ko: "워" },
  emblem: ["8d", "8s"],
  deck: "fresh",
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
