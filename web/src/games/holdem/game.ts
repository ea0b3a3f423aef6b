import type { GameDefinition } from "../parts";

const sentences = () => import("./sentences");

export const holdem: GameDefinition = {
  deck: "fresh",
  hasShowdown: false,
  hasJoker: false,
  names: () => import("./words"),
  guide: async () => (await import("./guide")).parts,
  async terminal() {
    const [table, { terminal }] = await Promise.all([import("./terminal/Table.svelte"), sentences()]);
    return { ...terminal, ...table, Table: table.default };
  },
  async board() {
    const [hands, { board }] = await Promise.all([import("./board/Hands.svelte"), sentences()]);
    return { ...board, ...hands, Hands: hands.default };
  },
  async lobby() {
    const [picture, { t }] = await Promise.all([import("./lobby/Picture.svelte"), import("./words")]);
    return { ...picture, title: () => t("lobby.game"), Picture: picture.default };
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
