import LastResults from "../lobby/LastResults.svelte";
import type { PitParts } from "../../parts";
import { resultSentence } from "../hands";

export const parts: PitParts = {
  LastResults,
  resultSentence: ({ cards, facts }) => (facts["winners"] === undefined ? "" : resultSentence({ cards, facts: facts as never })),
  handResultText: () => "",
};
