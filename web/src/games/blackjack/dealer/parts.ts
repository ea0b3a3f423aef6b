import Payments from "../../../dealer/Payments.svelte";
import type { DealerParts } from "../../parts";
import { dealerSentence } from "../result";
import Decide from "./Decide.svelte";
import Felt from "./Felt.svelte";
import { playReason, playSentence } from "./next";

export const parts: DealerParts = {
  Felt,
  Decide,
  Payments,
  sentence: playSentence,
  reason: playReason,
  result: (last) => dealerSentence(last.cards),
};
