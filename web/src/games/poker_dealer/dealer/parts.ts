import type { DealerParts } from "../../parts";
import { handsOfFinishedRound } from "../hands";
import Decide from "./Decide.svelte";
import Felt from "./Felt.svelte";
import { dealerFullHandSentence, nextStepReason, nextStepSentence } from "./next-step";
import Payments from "./Payments.svelte";

export const parts: DealerParts = {
  Felt,
  Decide,
  Payments,
  nextStepSentence,
  nextStepReason,
  resultSentence: (last) => dealerFullHandSentence(handsOfFinishedRound(last)),
};
