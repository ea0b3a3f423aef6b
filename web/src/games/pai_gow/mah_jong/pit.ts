import type { PitParts } from "../../parts";
import { comparisonText, handsOfFinishedRound, twoTileName } from "./hands";
import LastResults from "./lobby/LastResults.svelte";
import { resultSentence } from "./terminal/sentences";

export const parts: PitParts = {
  LastResults,
  resultSentence: ({ cards, facts }) =>
    facts["hand"] === undefined ? "" : resultSentence({ round: "", cards, facts: facts as Record<string, string> }),
  handResultText: (round, name) => {
    const hands = handsOfFinishedRound({ round: "", ...round });
    const hand = [hands.dealer, ...hands.seats].find((hand) => hand.name === name);
    return hand === undefined ? "" : [twoTileName(hand.madeHand), comparisonText(hand.comparison)].filter((part) => part !== "").join(", ");
  },
};
