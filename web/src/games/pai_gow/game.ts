import { inCurrentLanguage } from "../../lib/i18n.svelte";
import type { GameDefinition } from "../parts";

const TITLE = { en: "Pai gow", es: "Pai gow", vi: "Pai gow", zh: "牌九" };
const sentences = () => import("./sentences");

export const paiGow: GameDefinition = {
  deck: "fresh",
  hasShowdown: true,
  hasJoker: true,
  names: () => import("./words"),
  guide: async () => (await import("./guide")).parts,
  async terminal() {
    const [table, { terminal }] = await Promise.all([import("./terminal/Table.svelte"), sentences()]);
    return { ...terminal, ...table, Table: table.default };
  },
  async board() {
    const [hands, { board }] = await Promise.all([import("./board/Hands.svelte"), import("./board/road")]);
    return { ...board, ...hands, Hands: hands.default };
  },
  async lobby() {
    const picture = await import("./lobby/Picture.svelte");
    return { ...picture, title: inCurrentLanguage(TITLE), Picture: picture.default };
  },
  async dealer() {
    const [felt, { dealer }] = await Promise.all([import("./dealer/Felt.svelte"), sentences()]);
    return { ...dealer, ...felt, Felt: felt.default };
  },
  async pit() {
    const [{ default: LastResults }, { pit }] = await Promise.all([import("./lobby/LastResults.svelte"), sentences()]);
    return { ...pit, LastResults };
  },
};
