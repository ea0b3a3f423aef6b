import { inCurrentLanguage } from "../../lib/i18n.svelte";
import type { GameDefinition } from "../parts";

const TITLE = { en: "Blackjack", es: "Blackjack", vi: "Xì dách", zh: "二十一点" };
const sentences = () => import("./sentences");

export const blackjack: GameDefinition = {
  deck: "shoe",
  hasShowdown: false,
  hasJoker: false,
  names: () => import("./words"),
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
  pit: async () => ({ ...(await sentences()).pit, LastResults: null }),
};
