import { tCommon } from "../lib/common-words";
import { sentRounds, type RecordSource, type SidesRecord } from "./past-rounds";

/** Winner of a round in games with a Player and a Banker hand. */
export type Side = "player" | "banker" | "tie";
export const SHAPES = ["circle", "square", "hexagon", "shield"] as const;
export type Shape = (typeof SHAPES)[number] | "diamond";
/** Badge of a hand: a letter in a shape with a colour of its own. `id`: name of the hand; `name`: the text for screen readers. */
export type Badge = { id: string; shape: Shape; letter: string; name: string };
/** One round in a list: the winner, the small marks at the upper and lower corner of its badge, and a description in words. */
export type RoundMark = { side: Side | Badge; upperMark: string; lowerMark: string; description: string };

const SIDE_SHAPES: Readonly<Record<Side, Shape>> = { player: "circle", banker: "square", tie: "diamond" };
export const isSide = (name: string): name is Side => Object.hasOwn(SIDE_SHAPES, name);

export function badgeOf(side: Side | Badge): Badge {
  if (typeof side !== "string") return side;
  return { id: side, shape: SIDE_SHAPES[side], letter: tCommon(`letter.${side}`), name: tCommon(`side.${side}`) };
}

/** Returns the side with this name; "tie" if no side has it, because nobody won. */
export const sideNamed = (name: string): Side => (isSide(name) ? name : "tie");

/** Returns the winners of a table's last rounds, without descriptions: enough for one line. */
export const winnersRecord = (source: RecordSource): SidesRecord => ({
  kind: "sides",
  marks: sentRounds(source, "sides").map(({ winner }) => ({ side: sideNamed(winner), upperMark: "", lowerMark: "", description: "" })),
});
