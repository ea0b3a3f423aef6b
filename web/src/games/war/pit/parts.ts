import type { PitParts } from "../../parts";
import { rankOf, resultOf, standingOf } from "../standing";
import Last from "./Last.svelte";

export const parts: PitParts = {
  Last,
  /** Nothing of a round that was broken off. */
  outcome: ({ cards, facts }) => (facts["winner"] === undefined ? "" : resultOf(standingOf(cards))),
  called: ({ cards }, hand) => rankOf(cards[hand] ?? []) ?? "",
};
