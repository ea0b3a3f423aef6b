import type { GameDefinition } from "../../../table/game-parts";
import { screenParts } from "../../screen-parts";

/** Mah-Jong Pai-Gow: two circle tiles to each hand, opened in turn; there are no decisions. */
export const mahJong: GameDefinition = {
  deck: "fresh",
  hasShowdown: true,
  hasJoker: false,
  tileKind: "circles",
  names: () => import("../shared/words"),
  guide: async () => (await import("./guide")).parts,
  terminal: () => screenParts("Table", import("./Table.svelte")),
  board: () => screenParts("Hands", import("./Hands.svelte")),
  lobby: () => screenParts("Picture", import("./Picture.svelte")),
  dealer: () => screenParts("Felt", import("./Felt.svelte")),
  async pit() {
    const [{ default: LastResults }, { pit }] = await Promise.all([import("./RoundMarks.svelte"), import("./sentences")]);
    return { ...pit, LastResults };
  },
};
