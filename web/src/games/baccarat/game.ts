import { inCurrentLanguage } from "../../lib/i18n.svelte";
import type { GameDefinition } from "../parts";
import { screenParts } from "../screen-parts";

const TITLE = { en: "Baccarat", es: "Bacará", vi: "Baccarat", zh: "百家乐" };

export const baccarat: GameDefinition = {
  deck: "shoe",
  hasShowdown: false,
  hasJoker: false,
  names: async () => (await import("../side-names")).parts,
  guide: async () => (await import("./guide")).parts,
  terminal: () => screenParts("Table", import("./terminal/Table.svelte")),
  board: () => screenParts("Hands", import("./board/Hands.svelte")),
  async lobby() {
    const picture = await import("./lobby/Picture.svelte");
    return { ...picture, title: inCurrentLanguage(TITLE), Picture: picture.default };
  },
  dealer: () => screenParts("Felt", import("./dealer/Felt.svelte")),
  async pit() {
    const [{ default: LastResults }, { pit }] = await Promise.all([import("../../ui/sides/LastWinners.svelte"), import("./sentences")]);
    return { ...pit, LastResults };
  },
};
