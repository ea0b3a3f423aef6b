import { common } from "./common";
import { share } from "./figures";

const LEAST_IN_PERCENT = 0.001;

/** How likely something is; what hardly ever happens is said as one in so many. */
export function chance(part: number): string {
  return part > 0 && part < LEAST_IN_PERCENT ? common("chance.one_in", { many: Math.round(1 / part) }) : share(part);
}
