import type { PitParts, PitRound } from "../../parts";
import { resultSentence } from "../hands";
import LastResults from "../lobby/LastResults.svelte";
import { handStateName, parseHandId } from "../words";

/** How a hand ended. */
function handResultText(round: PitRound, name: string): string {
  const read = parseHandId(name);
  if (read === null) return "";
  if (read.row !== null) return "";
  return handStateName(String(round.facts[`seat ${read.seat} end`] ?? ""));
}

export const parts: PitParts = { LastResults, resultSentence: ({ facts }) => (facts["best"] === undefined ? "" : resultSentence({ facts: facts as never })), handResultText };
