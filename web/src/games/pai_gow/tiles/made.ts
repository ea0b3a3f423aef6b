import { DOMINO_NAMES, dominoNamed, dominoWord, halvesOf, type DominoName } from "../../../lib/tiles";
import type { HandValue } from "../../../lib/types";
import { t } from "./words";

/** What two tiles have come to. `top`: the higher of them. */
export type TileHand = { tiles: "pair" | "wong" | "gong" | "points"; points: number; top: DominoName };

export const isTileHand = (made: object): made is TileHand => "tiles" in made;
const named = (name: string): DominoName | undefined => DOMINO_NAMES.find((one) => one === name.replace(" ", "-"));

/** As the server tells it; null where it tells nothing, or of no tiles. */
export function tileHandOf(hand: HandValue | undefined): TileHand | null {
  const top = named(hand?.ranks[0] ?? "");
  if (hand === undefined || top === undefined) return null;
  const { category } = hand;
  return { tiles: category === "pair" || category === "wong" || category === "gong" ? category : "points", points: hand.total ?? 9, top };
}

/** "teen wong", "pair of chong", "7, gor on top", as a kept round has it. */
export function readTileName(name: string): TileHand | null {
  if (name === "supreme pair") return { tiles: "pair", points: 9, top: "gee-joon" };
  const [, pair, high, kind, points, on] = /^(?:pair of (.+)|(\w+) (wong|gong)|(\d), (.+) on top)$/.exec(name) ?? [];
  const top = named(pair ?? high ?? on ?? "");
  if (top === undefined) return null;
  return { tiles: pair !== undefined ? "pair" : kind === "wong" || kind === "gong" ? kind : "points", points: Number(points ?? 9), top };
}

/** "Pair of Teen", "Gong", "8": what is said first. */
export function tileHandShort(hand: TileHand | null): string {
  if (hand === null) return "";
  if (hand.tiles === "pair") return hand.top === "gee-joon" ? t("made.supreme") : t("made.pair", { tile: dominoWord(hand.top) });
  return hand.tiles === "points" ? String(hand.points) : t(`made.${hand.tiles}`);
}

/** "Teen wong", "8, Yun". */
export function tileHandName(hand: TileHand | null): string {
  if (hand === null || hand.tiles === "pair") return tileHandShort(hand);
  return hand.tiles === "points" ? t("made.points", { points: hand.points, tile: dominoWord(hand.top) }) : t("made.with", { hand: t(`made.${hand.tiles}`), tile: dominoWord(hand.top) });
}

const dots = (tile: string): number => halvesOf(tile)[0] + halvesOf(tile)[1];
const isGeeJoon = (tile: string): boolean => dominoNamed(tile) === "gee-joon";

/** What a tile counts in a hand: its dots; of a gee joon tile three or six, whichever it counts there. */
export function countIn(tile: string, cards: readonly string[], made: TileHand | null): string {
  if (!isGeeJoon(tile)) return String(dots(tile));
  const other = cards.find((one) => one !== tile && !isGeeJoon(one));
  if (made === null || made.tiles !== "points" || other === undefined) return t("count.either");
  return t("count.as", { count: (dots(other) + 6) % 10 === made.points ? 6 : 3 });
}

/** One line under a hand's name: "Dey with an eight", "Yun high, 18 counts 8". */
export function tileHandNote(cards: readonly string[], made: TileHand | null): string {
  if (made === null || cards.length !== 2) return "";
  const tile = dominoWord(made.top);
  if (made.tiles === "pair") return t("note.pair");
  if (made.tiles !== "points") return t(`note.${made.tiles}`, { tile });
  if (cards.some(isGeeJoon)) return t("note.high", { tile });
  return t("note.counts", { tile, sum: cards.reduce((sum, one) => sum + dots(one), 0), points: made.points });
}
