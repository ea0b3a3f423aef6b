import Payments from "../../../dealer/Payments.svelte";
import type { DealerParts } from "../../parts";
import { resultSentence } from "../result";
import Felt from "./Felt.svelte";
import { nextStepReason } from "./next-step";

export const parts: DealerParts = {
  Felt,
  Decide: null,
  Payments,
  nextStepSentence: () => null,
  nextStepReason,
  resultSentence: (last) => resultSentence(last.cards),
};
