import Last from "../lobby/Last.svelte";
import type { PitParts, SeenRound } from "../../parts";
import { dealerTold } from "../dealer/next";
import { lastFelt, type PokerFelt } from "../felt";
import { madeName, stateName } from "../words";

type Facts = Record<string, string | boolean>;
const feltOf = (round: Partial<SeenRound> & Pick<SeenRound, "cards">): PokerFelt =>
  lastFelt({ round: "", cards: round.cards, facts: (round.facts ?? {}) as Facts, results: [...(round.results ?? [])] });

/** Whether its seat stayed in, and what the hand is called. */
function called(round: SeenRound, name: string): string {
  const felt = feltOf(round);
  const hand = name === "dealer" ? felt.dealer : felt.seats.find((seat) => seat.name === name);
  const state = hand?.state === "played" || hand?.state === "folded" ? [stateName(hand.state)] : [];
  return [...state, madeName(hand?.made ?? null)].filter((part) => part !== "").join(", ");
}

export const parts: PitParts = { Last, outcome: (round) => dealerTold(feltOf(round)), called };
