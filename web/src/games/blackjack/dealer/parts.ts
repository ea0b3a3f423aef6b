import Payments from "../../../dealer/Payments.svelte";
import type { DealerParts } from "../../parts";
import { dealerResultSentence } from "../result";
import Decide from "./Decide.svelte";
import Felt from "./Felt.svelte";
import { nextStepReason, nextStepSentence } from "./next-step";

export const parts: DealerParts = {
  Felt,
  Decide,
  Payments,
  nextStepSentence,
  nextStepReason,
  resultSentence: (last) => dealerResultSentence(last.cards),
};
