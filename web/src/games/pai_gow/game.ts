import { inCurrentLanguage } from "../../lib/i18n.svelte";
import type { GameDefinition } from "../parts";
import { screenParts } from "../screen-parts";

const TITLE = { en: "Pai gow", es: "Pai gow", vi: "Pai gow", zh: "牌九" };

export const paiGow: GameDefinition = {
  deck: "fresh",
  hasShowdown: true,
  hasJoker: true,
  names: () => import("./words"),
  guide: async () => (await import("./guide")).parts,
  terminal: () => screenParts("Table", import("./terminal/Table.svelte")),
  board: () => screenParts("Hands", import("./board/Hands.svelte")),
  async lobby() {
    const picture = await import("./lobby/Picture.svelte");
    return { ...picture, title: inCurrentLanguage(TITLE), Picture: picture.default };
  },
  dealer: () => screenParts("Felt", import("./dealer/Felt.svelte")),
  async pit() {
    const [{ default: LastResults }, { pit }] = await Promise.all([import("./lobby/LastResults.svelte"), import("./sentences")]);
    return { ...pit, LastResults };
  },
};
