import type { PitParts } from "../../../table/game-parts";
import { outcomeText } from "../hands";
import LastResults from "./LastResults.svelte";

export const parts: PitParts = {
  LastResults,
  resultSentence: ({ facts }) => outcomeText(facts),
  handResultText: ({ hand_values: values }, hand) => values?.[hand]?.text ?? values?.[hand]?.total?.toString() ?? "",
};
