import { DOMINO_NAMES, dominoName, translateDominoName, dominoHalves, type DominoName } from "../../../lib/tiles";
import type { HandValue } from "../../../lib/types";
import { t } from "./words";

/** What two tiles have come to. `top`: the higher of them. */
export type DominoHand = { dominoCategory: "pair" | "wong" | "gong" | "points"; points: number; highTile: DominoName };

export const isDominoHand = (made: object): made is DominoHand => "dominoCategory" in made;
const parseDominoName = (name: string): DominoName | undefined => DOMINO_NAMES.find((one) => one === name.replace(" ", "-"));

/** As the server tells it; null where it tells nothing, or of no tiles. */
export function dominoHandFrom(hand: HandValue | undefined): DominoHand | null {
  const highTile = parseDominoName(hand?.ranks[0] ?? "");
  if (hand === undefined || highTile === undefined) return null;
  const { category } = hand;
  return { dominoCategory: category === "pair" || category === "wong" || category === "gong" ? category : "points", points: hand.total ?? 9, highTile };
}

/** "teen wong", "pair of chong", "7, gor on top", as a kept round has it. */
export function dominoHandFromName(name: string): DominoHand | null {
  if (name === "supreme pair") return { dominoCategory: "pair", points: 9, highTile: "gee-joon" };
  const [, pair, high, kind, points, on] = /^(?:pair of (.+)|(\w+) (wong|gong)|(\d), (.+) on top)$/.exec(name) ?? [];
  const highTile = parseDominoName(pair ?? high ?? on ?? "");
  if (highTile === undefined) return null;
  return { dominoCategory: pair !== undefined ? "pair" : kind === "wong" || kind === "gong" ? kind : "points", points: Number(points ?? 9), highTile };
}

/** "Pair of Teen", "Gong", "8": what is said first. */
export function dominoHandShortName(hand: DominoHand | null): string {
  if (hand === null) return "";
  if (hand.dominoCategory === "pair") return hand.highTile === "gee-joon" ? t("made.supreme") : t("made.pair", { tile: translateDominoName(hand.highTile) });
  return hand.dominoCategory === "points" ? String(hand.points) : t(`made.${hand.dominoCategory}`);
}

/** "Teen wong", "8, Yun". */
export function dominoHandName(hand: DominoHand | null): string {
  if (hand === null || hand.dominoCategory === "pair") return dominoHandShortName(hand);
  return hand.dominoCategory === "points" ? t("made.points", { points: hand.points, tile: translateDominoName(hand.highTile) }) : t("made.with", { hand: t(`made.${hand.dominoCategory}`), tile: translateDominoName(hand.highTile) });
}

const dotCount = (tile: string): number => dominoHalves(tile)[0] + dominoHalves(tile)[1];
const isGeeJoon = (tile: string): boolean => dominoName(tile) === "gee-joon";

/** What a tile counts in a hand: its dots; of a gee joon tile three or six, whichever it counts there. */
export function tileCountText(tile: string, cards: readonly string[], made: DominoHand | null): string {
  if (!isGeeJoon(tile)) return String(dotCount(tile));
  const other = cards.find((one) => one !== tile && !isGeeJoon(one));
  if (made === null || made.dominoCategory !== "points" || other === undefined) return t("count.either");
  return t("count.as", { count: (dotCount(other) + 6) % 10 === made.points ? 6 : 3 });
}

/** One line under a hand's name: "Dey with an eight", "Yun high, 18 counts 8". */
export function dominoHandNote(cards: readonly string[], made: DominoHand | null): string {
  if (made === null || cards.length !== 2) return "";
  const tile = translateDominoName(made.highTile);
  if (made.dominoCategory === "pair") return t("note.pair");
  if (made.dominoCategory !== "points") return t(`note.${made.dominoCategory}`, { tile });
  if (cards.some(isGeeJoon)) return t("note.high", { tile });
  return t("note.counts", { tile, sum: cards.reduce((sum, one) => sum + dotCount(one), 0), points: made.points });
}
