import type { GameDefinition } from "../parts";
import { screenParts } from "../screen-parts";

export const thirteenCard: GameDefinition = {
  deck: "fresh",
  hasShowdown: true,
  hasJoker: false,
  names: async () => {
    const { declarationName, handName } = await import("./words");
    return { handName, choiceName: declarationName };
  },
  guide: async () => (await import("./guide")).parts,
  terminal: () => screenParts("Table", import("./terminal/Table.svelte")),
  board: () => screenParts("Hands", import("./board/Hands.svelte")),
  async lobby() {
    const [picture, { t }] = await Promise.all([import("./lobby/Picture.svelte"), import("./words")]);
    return { ...picture, title: () => t("lobby.game"), Picture: picture.default };
  },
  dealer: () => screenParts("Felt", import("./dealer/Felt.svelte")),
  async pit() {
    const [{ default: LastResults }, { pit }] = await Promise.all([import("./lobby/LastResults.svelte"), import("./sentences")]);
    return { ...pit, LastResults };
  },
};
