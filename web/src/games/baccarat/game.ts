import { inCurrentLanguage } from "../../lib/i18n.svelte";
import type { GameDefinition } from "../parts";

const TITLE = { en: "Baccarat", es: "Bacará", vi: "Baccarat", zh: "百家乐" };
const sentences = () => import("./sentences");

export const baccarat: GameDefinition = {
  deck: "shoe",
  hasShowdown: false,
  hasJoker: false,
  names: async () => (await import("../side-names")).parts,
  guide: async () => (await import("./guide")).parts,
  async terminal() {
    const [table, { terminal }] = await Promise.all([import("./terminal/Table.svelte"), import("./terminal/sentences")]);
    return { ...terminal, ...table, Table: table.default };
  },
  async board() {
    const [hands, { board }] = await Promise.all([import("./board/Hands.svelte"), sentences()]);
    return { ...board, ...hands, Hands: hands.default };
  },
  async lobby() {
    const picture = await import("./lobby/Picture.svelte");
    return { ...picture, title: inCurrentLanguage(TITLE), Picture: picture.default };
  },
  async dealer() {
    const [felt, { dealer }] = await Promise.all([import("./dealer/Felt.svelte"), import("./dealer/next-step")]);
    return { ...dealer, ...felt, Felt: felt.default };
  },
  async pit() {
    const [{ default: LastResults }, { pit }] = await Promise.all([import("../../ui/sides/LastWinners.svelte"), sentences()]);
    return { ...pit, LastResults };
  },
};
