import type { GameDefinition } from "../../table/game-parts";
import { guideParts, pitParts, screenParts } from "../screen-parts";

const shared: Omit<GameDefinition, "titles" | "emblem"> = {
  deck: "fresh",
  hasShowdown: true,
  hasJoker: false,
  names: () => import("./words"),
  guide: () => guideParts(import("./words")),
  terminal: () => screenParts("Table", import("./Table.svelte")),
  board: () => screenParts("Hands", import("./Hands.svelte")),
  lobby: () => screenParts("Picture", import("./Picture.svelte")),
  dealer: () => screenParts("Felt", import("./Felt.svelte")),
  pit: () => pitParts(import("../../records/DealerHands.svelte"), import("./sentences")),
};

export const threeCard: GameDefinition = {
  ...shared,
  titles: { en: "3 card", es: "Tres cartas", vi: "Ba lá", zh: "三张牌", "zh-Hant": "三張牌", ko: "3카드" },
  emblem: ["Qc", "Ks", "Ac"],
};

export const ultimate: GameDefinition = {
  ...shared,
  titles: { en: "Ultimate", es: "Ultimate", vi: "Ultimate", zh: "终极德州", "zh-Hant": "終極德州", ko: "얼티밋" },
  emblem: ["Ts", "9s"],
};
