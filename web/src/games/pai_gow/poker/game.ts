import type { GameDefinition } from "../../../table/game-parts";
import { screenParts } from "../../screen-parts";

export const paiGow: GameDefinition = {
  deck: "fresh",
  hasShowdown: true,
  hasJoker: true,
  names: () => import("../shared/words"),
  guide: async () => (await import("./guide")).parts,
  terminal: () => screenParts("Table", import("./Table.svelte")),
  board: () => screenParts("Hands", import("../shared/Hands.svelte")),
  lobby: () => screenParts("Picture", import("./Picture.svelte")),
  dealer: () => screenParts("Felt", import("../shared/Felt.svelte")),
  async pit() {
    const [{ default: LastResults }, { pit }] = await Promise.all([import("../shared/RoundMarks.svelte"), import("../shared/sentences")]);
    return { ...pit, LastResults };
  },
};
