import type { PitParts } from "../../parts";
import { lastCardRank, resultSentence, warState } from "../war-state";
import LastResults from "./LastResults.svelte";

export const parts: PitParts = {
  LastResults,
  /** Returns "" for a round without a winner. */
  resultSentence: ({ cards, facts }) => (facts["winner"] === undefined ? "" : resultSentence(warState(cards))),
  handResultText: ({ cards }, hand) => lastCardRank(cards[hand] ?? []) ?? "",
};
