import type { GameDefinition } from "../../table/game-parts";
import { screenParts } from "../screen-parts";

export const war: GameDefinition = {
  deck: "fresh",
  hasShowdown: false,
  hasJoker: false,
  names: async () => (await import("../side-names")).parts,
  guide: async () => (await import("./guide")).parts,
  terminal: () => screenParts("Table", import("./Table.svelte")),
  board: () => screenParts("Hands", import("./Hands.svelte")),
  lobby: () => screenParts("Picture", import("./Picture.svelte")),
  dealer: () => screenParts("Felt", import("./Felt.svelte")),
  async pit() {
    const [{ default: LastResults }, { pit }] = await Promise.all([import("../../records/LastWinners.svelte"), import("./sentences")]);
    return { ...pit, LastResults };
  },
};
