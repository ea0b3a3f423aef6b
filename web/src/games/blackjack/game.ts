import type { GameDefinition } from "../../table/game-parts";
import { guideParts, pitParts, screenParts } from "../screen-parts";

export const blackjack: GameDefinition = {
  titles: { en: "Blackjack", es: "Blackjack", vi: "Blackjack", zh: "二十一点", "zh-Hant": "二十一點", ko: "블랙잭" },
  emblem: ["As", "Jh"],
  deck: "shoe",
  hasShowdown: false,
  hasJoker: false,
  names: () => import("./words"),
  guide: () => guideParts(import("./words")),
  terminal: () => screenParts("Table", import("./Table.svelte")),
  board: () => screenParts("Hands", import("./Hands.svelte")),
  lobby: () => screenParts("Picture", import("./Picture.svelte")),
  dealer: () => screenParts("Felt", import("./Felt.svelte")),
  pit: () => pitParts(import("../../records/DealerHands.svelte"), import("./sentences")),
};
