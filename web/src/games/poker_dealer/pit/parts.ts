import LastResults from "../lobby/LastResults.svelte";
import type { PitParts, PitRound } from "../../parts";
import { dealerFullHandSentence } from "../dealer/next-step";
import { handsOfFinishedRound, type DealtPokerHands } from "../hands";
import { madeHandName, stateName } from "../words";

type Facts = Record<string, string | boolean>;
const handsOfRound = (round: Partial<PitRound> & Pick<PitRound, "cards">): DealtPokerHands =>
  handsOfFinishedRound({ round: "", cards: round.cards, facts: (round.facts ?? {}) as Facts, results: [...(round.results ?? [])] });

/** Returns "plays" or "folded" (for a seat that decided) and the full name of the hand. */
function handResultText(round: PitRound, name: string): string {
  const hands = handsOfRound(round);
  const hand = name === "dealer" ? hands.dealer : hands.seats.find((seat) => seat.name === name);
  const state = hand?.state === "played" || hand?.state === "folded" ? [stateName(hand.state)] : [];
  return [...state, madeHandName(hand?.madeHand ?? null)].filter((part) => part !== "").join(", ");
}

export const parts: PitParts = { LastResults, resultSentence: (round) => dealerFullHandSentence(handsOfRound(round)), handResultText };
