import type { DealerParts } from "../../parts";
import { lastFelt } from "../felt";
import Decide from "./Decide.svelte";
import Felt from "./Felt.svelte";
import { dealerTold, playReason, playSentence } from "./next";
import Payments from "./Payments.svelte";

export const parts: DealerParts = {
  Felt,
  Decide,
  Payments,
  sentence: playSentence,
  reason: playReason,
  result: (last) => dealerTold(lastFelt(last)),
};
