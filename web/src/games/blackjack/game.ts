import { inCurrentLanguage } from "../../lib/i18n.svelte";
import type { GameDefinition } from "../parts";
import { screenParts } from "../screen-parts";

const TITLE = { en: "Blackjack", es: "Blackjack", vi: "Xì dách", zh: "二十一点" };

export const blackjack: GameDefinition = {
  deck: "shoe",
  hasShowdown: false,
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
  pit: async () => ({ ...(await import("./sentences")).pit, LastResults: null }),
};
