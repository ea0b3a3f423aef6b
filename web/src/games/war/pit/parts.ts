import type { PitParts } from "../../parts";
import { lastCardRank, resultSentence, warState } from "../war-state";
import LastResults from "./LastResults.svelte";

export const parts: PitParts = {
  LastResults,
  /** Nothing of a round that was broken off. */
  resultSentence: ({ cards, facts }) => (facts["winner"] === undefined ? "" : resultSentence(warState(cards))),
  handResultText: ({ cards }, hand) => lastCardRank(cards[hand] ?? []) ?? "",
};
