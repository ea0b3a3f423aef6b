import { tCommon } from "./common-words";
import { formatShare } from "./numbers";

/** As a fraction: 0.1%. */
const MIN_SHOWN_AS_PERCENT = 0.001;

/** Format a probability as per cent; one below 0.1% as "1 in 4,165". */
export function formatProbability(probability: number): string {
  return probability > 0 && probability < MIN_SHOWN_AS_PERCENT
    ? tCommon("chance.one_in", { many: Math.round(1 / probability) })
    : formatShare(probability);
}
