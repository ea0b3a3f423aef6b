import type { DealerParts } from "../../parts";
import Decide from "./Decide.svelte";
import Felt from "./Felt.svelte";
import { resultSentence } from "../hands";
import { nextStepReason, nextStepSentence } from "./next-step";
import PotTransfers from "./PotTransfers.svelte";

export const parts: DealerParts = { Felt, Decide, Payments: PotTransfers, nextStepSentence, nextStepReason, resultSentence };
