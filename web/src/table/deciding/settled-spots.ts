import type { Wager } from "../../lib/types";
import type { WagerResult } from "../betting/results";

/** A wager of a settled round; `result` is null if the viewer did not place it. `reason`: why it won or lost, in a few words. */
export type SettledSpot = { wager: Wager; result: WagerResult | null; reason: string };

const MANY = 6;

/** The spots to show on a small screen: all of them, or if there are many the line wagers and the winners. */
export function spotsOnPhone(spots: readonly SettledSpot[]): readonly SettledSpot[] {
  return spots.length <= MANY ? spots : spots.filter(({ wager, result }) => wager.group === "line" || result?.result === "win");
}
