import type { GameDefinition } from "../../table/game-parts";
import { screenParts } from "../screen-parts";

export const blackjack: GameDefinition = {
  deck: "shoe",
  hasShowdown: false,
  hasJoker: false,
  names: () => import("./words"),
  guide: async () => (await import("./guide")).parts,
  terminal: () => screenParts("Table", import("./terminal/Table.svelte")),
  board: () => screenParts("Hands", import("./board/Hands.svelte")),
  lobby: () => screenParts("Picture", import("./lobby/Picture.svelte")),
  dealer: () => screenParts("Felt", import("./dealer/Felt.svelte")),
  pit: async () => ({ ...(await import("./sentences")).pit, LastResults: null }),
};
