import Payments from "../../../dealer/Payments.svelte";
import type { DealerParts } from "../../parts";
import { resultSentence } from "../result";
import Felt from "./Felt.svelte";
import { dealingReason } from "./next";

export const parts: DealerParts = {
  Felt,
  Decide: null,
  Payments,
  sentence: () => null,
  reason: dealingReason,
  result: (last) => resultSentence(last.cards),
};
