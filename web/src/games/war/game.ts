import { inCurrentLanguage } from "../../lib/i18n.svelte";
import type { GameDefinition } from "../parts";
import { screenParts } from "../screen-parts";

const TITLE = { en: "War", es: "Guerra", vi: "War (so bài)", zh: "比大小（War）" };

export const war: GameDefinition = {
  deck: "fresh",
  hasShowdown: false,
  hasJoker: false,
  names: async () => (await import("../side-names")).parts,
  guide: async () => (await import("./guide")).parts,
  terminal: () => screenParts("Table", import("./Table.svelte")),
  board: () => screenParts("Hands", import("./Hands.svelte")),
  async lobby() {
    const picture = await import("./Picture.svelte");
    return { ...picture, title: inCurrentLanguage(TITLE), Picture: picture.default };
  },
  dealer: () => screenParts("Felt", import("./Felt.svelte")),
  async pit() {
    const [{ default: LastResults }, { pit }] = await Promise.all([import("../../ui/sides/LastWinners.svelte"), import("./sentences")]);
    return { ...pit, LastResults };
  },
};
