import { inCurrentLanguage } from "../../lib/i18n.svelte";
import type { GameDefinition } from "../parts";
import { screenParts } from "../screen-parts";

const TITLE = { en: "Poker", es: "Póker", vi: "Poker", zh: "扑克" };

export const pokerDealer: GameDefinition = {
  deck: "fresh",
  hasShowdown: true,
  hasJoker: false,
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
    const [{ default: LastResults }, { pit }] = await Promise.all([import("./lobby/LastResults.svelte"), import("./dealer/next-step")]);
    return { ...pit, LastResults };
  },
};
