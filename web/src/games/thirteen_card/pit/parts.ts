import type { PitParts, PitRound } from "../../parts";
import { resultSentence } from "../hands";
import LastResults from "../lobby/LastResults.svelte";
import { handStateName, parseHandId } from "../words";

/** Returns how a seat's hand ended; "" for its single rows. */
function handResultText(round: PitRound, name: string): string {
  const handId = parseHandId(name);
  if (handId === null) return "";
  if (handId.row !== null) return "";
  return handStateName(String(round.facts[`seat ${handId.seat} end`] ?? ""));
}

export const parts: PitParts = {
  LastResults,
  resultSentence: ({ facts }) => (facts["best"] === undefined ? "" : resultSentence({ facts: facts as never })),
  handResultText,
};
