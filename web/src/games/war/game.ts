import { inCurrentLanguage } from "../../lib/i18n.svelte";
import type { GameDefinition } from "../parts";

const TITLE = { en: "War", es: "Guerra", vi: "War (so bài)", zh: "比大小（War）" };

const sentences = () => import("./sentences");

export const war: GameDefinition = {
  deck: "fresh",
  hasShowdown: false,
  hasJoker: false,
  names: async () => (await import("../side-names")).parts,
  guide: async () => (await import("./guide")).parts,
  async terminal() {
    const [table, { terminal }] = await Promise.all([import("./Table.svelte"), sentences()]);
    return { ...terminal, ...table, Table: table.default };
  },
  async board() {
    const [hands, { board }] = await Promise.all([import("./Hands.svelte"), sentences()]);
    return { ...board, ...hands, Hands: hands.default };
  },
  async lobby() {
    const picture = await import("./Picture.svelte");
    return { ...picture, title: inCurrentLanguage(TITLE), Picture: picture.default };
  },
  async dealer() {
    const [felt, { dealer }] = await Promise.all([import("./Felt.svelte"), sentences()]);
    return { ...dealer, ...felt, Felt: felt.default };
  },
  async pit() {
    const [{ default: LastResults }, { pit }] = await Promise.all([import("./pit/LastResults.svelte"), sentences()]);
    return { ...pit, LastResults };
  },
};
