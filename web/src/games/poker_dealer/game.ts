import { inCurrentLanguage } from "../../lib/i18n.svelte";
import type { GameDefinition } from "../parts";

const TITLE = { en: "Poker", es: "Póker", vi: "Poker", zh: "扑克" };

export const pokerDealer: GameDefinition = {
  deck: "fresh",
  hasShowdown: true,
  hasJoker: false,
  names: () => import("./words"),
  guide: async () => (await import("./guide")).parts,
  async terminal() {
    const [table, { terminal }] = await Promise.all([import("./terminal/Table.svelte"), import("./terminal/sentences")]);
    return { ...terminal, ...table, Table: table.default };
  },
  async board() {
    const [hands, { board }] = await Promise.all([import("./board/Hands.svelte"), import("./board/record")]);
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
    const [{ default: LastResults }, { pit }] = await Promise.all([import("./lobby/LastResults.svelte"), import("./dealer/next-step")]);
    return { ...pit, LastResults };
  },
};
