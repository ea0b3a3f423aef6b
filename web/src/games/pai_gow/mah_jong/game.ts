import type { GameDefinition } from "../../../table/game-parts";
import { guideParts, pitParts, screenParts } from "../../screen-parts";

/** Mah-Jong Pai-Gow: two circle tiles to each hand, opened in turn; there are no decisions. */
export const mahJong: GameDefinition = {
  titles: { en: "Mah-jong", es: "Mah-jong", vi: "Mạt chược", zh: "麻将牌九", "zh-Hant": "麻將牌九", ko: "마작" },
  emblem: ["3"],
  deck: "fresh",
  hasShowdown: true,
  hasJoker: false,
  tileKind: "circles",
  names: () => import("../shared/words"),
  guide: () => guideParts(import("./words")),
  terminal: () => screenParts("Table", import("./Table.svelte")),
  board: () => screenParts("Hands", import("./Hands.svelte")),
  lobby: () => screenParts("Picture", import("./Picture.svelte")),
  dealer: () => screenParts("Felt", import("./Felt.svelte")),
  pit: () => pitParts(import("../../../records/SeatMarks.svelte"), import("./sentences")),
};
