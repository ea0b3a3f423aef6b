import { tCommon } from "../../lib/common-words";

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
