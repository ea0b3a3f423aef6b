import { tCommon } from "./common-words";
import { formatShare } from "./numbers";

const MIN_SHOWN_AS_PERCENT = 0.001;

/** How likely something is; what hardly ever happens is said as one in so many. */
export function formatProbability(part: number): string {
  return part > 0 && part < MIN_SHOWN_AS_PERCENT ? tCommon("chance.one_in", { many: Math.round(1 / part) }) : formatShare(part);
}
