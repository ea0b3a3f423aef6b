import type { GameDefinition } from "../../parts";

const sentences = () => import("./sentences");

/** Mah-Jong Pai-Gow: two circle tiles to each hand, opened in turn; there are no decisions. */
export const mahJong: GameDefinition = {
  deck: "fresh",
  hasShowdown: true,
  hasJoker: false,
  tileKind: "circles",
  names: () => import("../words"),
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
