import type { GameDefinition } from "../../../table/game-parts";
import { guideParts, pitParts, screenParts } from "../../screen-parts";

export const paiGowPoker: GameDefinition = {
  titles: { en: "Pai gow", es: "Pai gow", vi: "Pai gow", zh: "牌九扑克", "zh-Hant": "牌九撲克", ko: "파이 고우" },
  emblem: ["Ad", "JK"],
  deck: "fresh",
  hasShowdown: true,
  hasJoker: true,
  names: () => import("../shared/words"),
  guide: () => guideParts(import("../shared/words")),
  terminal: () => screenParts("Table", import("./Table.svelte")),
  board: () => screenParts("Hands", import("../shared/Hands.svelte")),
  lobby: () => screenParts("Picture", import("./Picture.svelte")),
  dealer: () => screenParts("Felt", import("../shared/Felt.svelte")),
  pit: () => pitParts(import("../../../records/SeatMarks.svelte"), import("../shared/sentences")),
};
