import { tCommon } from "./common-words";

/**
 * Set a tile belongs to. The server sends a Chinese domino as its two numbers, the smaller first ("2-6"), and a circle tile as its
 * number ("7"), or "W" for the window, which counts ten.
 */
export type TileKind = "dominoes" | "circles";

export const tileKind = (piece: string): TileKind | null =>
  /^[1-6]-[1-6]$/.test(piece) ? "dominoes" : /^[1-9W]$/.test(piece) ? "circles" : null;
export const isTile = (piece: string): boolean => tileKind(piece) !== null;

/** The dominoes of each name, best rank first. A pair is two of the same tile, or the two different tiles of a name. */
const DOMINOES_BY_NAME = {
  teen: ["6-6"],
  dey: ["1-1"],
  yun: ["4-4"],
  gor: ["1-3"],
  mooy: ["5-5"],
  chong: ["3-3"],
  bon: ["2-2"],
  foo: ["5-6"],
  ping: ["4-6"],
  tit: ["1-6"],
  look: ["1-5"],
  gow: ["3-6", "4-5"],
  bot: ["2-6", "3-5"],
  chit: ["2-5", "3-4"],
  ng: ["1-4", "2-3"],
  "gee-joon": ["1-2", "2-4"],
} as const satisfies Record<string, readonly string[]>;
export type DominoName = keyof typeof DOMINOES_BY_NAME;
export const DOMINO_NAMES = Object.keys(DOMINOES_BY_NAME) as DominoName[];
/** All different dominoes, best rank first. A set has two of those that are alone in their name. */
export const DOMINOES: readonly string[] = Object.values(DOMINOES_BY_NAME).flat();
export const CIRCLES: readonly string[] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "W"];

const NAME_BY_DOMINO = new Map<string, DominoName>(
  DOMINO_NAMES.flatMap((name) => DOMINOES_BY_NAME[name].map((tile): [string, DominoName] => [tile, name])),
);
/** Return the two tiles that form the pair of a name. */
export const dominoPair = (name: DominoName): readonly [string, string] => [
  DOMINOES_BY_NAME[name][0],
  DOMINOES_BY_NAME[name][DOMINOES_BY_NAME[name].length - 1] ?? DOMINOES_BY_NAME[name][0],
];
export const dominoName = (tile: string): DominoName => NAME_BY_DOMINO.get(tile) ?? "gee-joon";
/** Return the rank of a single domino; 0 is the best. */
export const dominoRank = (tile: string): number => DOMINO_NAMES.indexOf(dominoName(tile));

/** Return a domino's name in the viewer's language, such as "Teen". */
export const translateDominoName = (name: DominoName): string => tCommon(`tile.${name}`);
export const dominoHalves = (tile: string): [number, number] => [Number(tile[0]), Number(tile[2])];
/** Return the number of circles; the window counts ten. */
export const circleCount = (tile: string): number => (tile === "W" ? 10 : Number(tile));

/** Return a tile's full name for screen readers: "Teen, 6 and 6", "7 circles", "window". */
export function tileName(tile: string): string {
  if (tileKind(tile) === "circles") return tile === "W" ? tCommon("tile.window") : tCommon("tile.circles", { count: circleCount(tile) });
  const [fewer, more] = dominoHalves(tile);
  return tCommon("tile.spoken", { name: translateDominoName(dominoName(tile)), fewer, more });
}
