import { DOMINO_NAMES, dominoName, translateDominoName, dominoHalves, type DominoName } from "../../../lib/tiles";
import type { HandValue } from "../../../lib/types";
import { t } from "./words";

/** Rank of two dominoes. `highTile`: the higher of the two. */
export type DominoHand = { dominoCategory: "pair" | "wong" | "gong" | "points"; points: number; highTile: DominoName };

export const isDominoHand = (madeHand: object): madeHand is DominoHand => "dominoCategory" in madeHand;
const parseDominoName = (name: string): DominoName | undefined => DOMINO_NAMES.find((dominoName) => dominoName === name.replace(" ", "-"));

/** Reads a hand from the server's hand value; null if there is none or it is not a hand of dominoes. */
export function dominoHandFrom(hand: HandValue | undefined): DominoHand | null {
  const highTile = parseDominoName(hand?.ranks[0] ?? "");
  if (hand === undefined || highTile === undefined) return null;
  const { category } = hand;
  return {
    dominoCategory: category === "pair" || category === "wong" || category === "gong" ? category : "points",
    points: hand.total ?? 9,
    highTile,
  };
}

/** Parses the English name in a past round's facts: "teen wong", "pair of chong", "7, gor on top". */
export function dominoHandFromName(name: string): DominoHand | null {
  if (name === "supreme pair") return { dominoCategory: "pair", points: 9, highTile: "gee-joon" };
  const [, pairName, wongGongName, category, points, pointsName] =
    /^(?:pair of (.+)|(\w+) (wong|gong)|(\d), (.+) on top)$/.exec(name) ?? [];
  const highTile = parseDominoName(pairName ?? wongGongName ?? pointsName ?? "");
  if (highTile === undefined) return null;
  return {
    dominoCategory: pairName !== undefined ? "pair" : category === "wong" || category === "gong" ? category : "points",
    points: Number(points ?? 9),
    highTile,
  };
}

/** Returns the short name of a hand: "Pair of Teen", "Gong", "8". */
export function dominoHandShortName(hand: DominoHand | null): string {
  if (hand === null) return "";
  if (hand.dominoCategory === "pair")
    return hand.highTile === "gee-joon" ? t("domino.made.supreme") : t("domino.made.pair", { tile: translateDominoName(hand.highTile) });
  return hand.dominoCategory === "points" ? String(hand.points) : t(`domino.made.${hand.dominoCategory}`);
}

/** Returns the name of a hand: "Pair of Teen", "Teen Wong", "8, Yun". */
export function dominoHandName(hand: DominoHand | null): string {
  if (hand === null || hand.dominoCategory === "pair") return dominoHandShortName(hand);
  return hand.dominoCategory === "points"
    ? t("domino.made.points", { points: hand.points, tile: translateDominoName(hand.highTile) })
    : t("domino.made.with", { hand: t(`domino.made.${hand.dominoCategory}`), tile: translateDominoName(hand.highTile) });
}

const dotCount = (tile: string): number => dominoHalves(tile)[0] + dominoHalves(tile)[1];
const isGeeJoon = (tile: string): boolean => dominoName(tile) === "gee-joon";

/** Returns what a tile counts in a hand: its dots; for a Gee Joon tile "3 or 6", with the one that counts if it is known. */
export function tileCountText(tile: string, cards: readonly string[], madeHand: DominoHand | null): string {
  if (!isGeeJoon(tile)) return String(dotCount(tile));
  const otherTile = cards.find((card) => card !== tile && !isGeeJoon(card));
  if (madeHand === null || madeHand.dominoCategory !== "points" || otherTile === undefined) return t("domino.count.either");
  return t("domino.count.as", { count: (dotCount(otherTile) + 6) % 10 === madeHand.points ? 6 : 3 });
}

/** Returns the line below a hand's name: "Dey with an eight", "Yun high, 18 counts 8". */
export function dominoHandNote(cards: readonly string[], madeHand: DominoHand | null): string {
  if (madeHand === null || cards.length !== 2) return "";
  const tile = translateDominoName(madeHand.highTile);
  if (madeHand.dominoCategory === "pair") return t("domino.note.pair");
  if (madeHand.dominoCategory !== "points") return t(`domino.note.${madeHand.dominoCategory}`, { tile });
  if (cards.some(isGeeJoon)) return t("domino.note.high", { tile });
  return t("domino.note.counts", { tile, sum: cards.reduce((sum, tile) => sum + dotCount(tile), 0), points: madeHand.points });
}
