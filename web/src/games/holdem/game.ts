import type { GameDefinition } from "../../table/game-parts";
import { guideParts, pitParts, screenParts } from "../screen-parts";

export const holdem: GameDefinition = {
  titles: { en: "Hold'em", es: "Hold'em", vi: "Hold'em", zh: "德州扑克", "zh-Hant": "德州撲克", ko: "홀덤" },
  emblem: ["Ah", "Jh"],
  deck: "fresh",
  hasShowdown: false,
  hasJoker: false,
  names: () => import("./words"),
  guide: () => guideParts(import("./words")),
  terminal: () => screenParts("Table", import("./Table.svelte")),
  board: () => screenParts("Hands", import("./Hands.svelte")),
  lobby: () => screenParts("Picture", import("./Picture.svelte")),
  dealer: () => screenParts("Felt", import("./Felt.svelte")),
  pit: () => pitParts(import("../../records/Pots.svelte"), import("./sentences")),
};
