import type { DealerParts } from "../../parts";
import Decide from "./Decide.svelte";
import Felt from "./Felt.svelte";
import { reason, result, sentence } from "./next";
import Pushes from "./Pushes.svelte";

export const parts: DealerParts = { Felt, Decide, Payments: Pushes, sentence, reason, result };
