import type { PitParts, SeenRound } from "../../parts";
import { bestTold } from "../felt";
import Last from "../lobby/Last.svelte";
import { endName, readHand } from "../words";

/** How a hand ended. */
function called(round: SeenRound, name: string): string {
  const read = readHand(name);
  if (read === null) return "";
  if (read.row !== null) return "";
  return endName(String(round.facts[`seat ${read.seat} end`] ?? ""));
}

export const parts: PitParts = { Last, outcome: ({ facts }) => (facts["best"] === undefined ? "" : bestTold({ facts: facts as never })), called };
