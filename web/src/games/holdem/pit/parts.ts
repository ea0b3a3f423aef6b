import Last from "../lobby/Last.svelte";
import type { PitParts } from "../../parts";
import { wonTold } from "../felt";

export const parts: PitParts = {
  Last,
  outcome: ({ cards, facts }) => (facts["winners"] === undefined ? "" : wonTold({ cards, facts: facts as never })),
  called: () => "",
};
