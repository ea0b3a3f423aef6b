import type { ShoeStatistics } from "../lib/types";
import type { Badge, Side } from "./side";

/** Past rounds in one line: how often each side won, or a sentence with the figure that counts (`value`). */
export type RecordSummary =
  | {
      kind: "sides";
      statistics: Pick<ShoeStatistics, "hands" | "results">;
      sides: readonly (Side | Badge)[];
    }
  | { kind: "figure"; label: string; value: string }
  | { kind: "sentence"; text: string; isQuiet: boolean };
