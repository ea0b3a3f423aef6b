import type { GameDefinition } from "../../table/game-parts";
import { screenParts } from "../screen-parts";

export const dealerPoker: GameDefinition = {
  deck: "fresh",
  hasShowdown: true,
  hasJoker: false,
  names: () => import("./words"),
  guide: async () => (await import("./guide")).parts,
  terminal: () => screenParts("Table", import("./terminal/Table.svelte")),
  board: () => screenParts("Hands", import("./board/Hands.svelte")),
  lobby: () => screenParts("Picture", import("./lobby/Picture.svelte")),
  dealer: () => screenParts("Felt", import("./dealer/Felt.svelte")),
  async pit() {
    const [{ default: LastResults }, { pit }] = await Promise.all([import("./lobby/LastResults.svelte"), import("./dealer/next-step")]);
    return { ...pit, LastResults };
  },
};
