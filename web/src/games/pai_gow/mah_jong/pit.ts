import type { PitParts } from "../../parts";
import { cameSaid, lastFelt, twoName } from "./felt";
import Last from "./lobby/Last.svelte";
import { resultTold } from "./terminal/said";

export const parts: PitParts = {
  Last,
  outcome: ({ cards, facts }) => (facts["hand"] === undefined ? "" : resultTold({ round: "", cards, facts: facts as Record<string, string> })),
  called: (round, name) => {
    const felt = lastFelt({ round: "", ...round });
    const hand = [felt.dealer, ...felt.seats].find((one) => one.name === name);
    return hand === undefined ? "" : [twoName(hand.made), cameSaid(hand.came)].filter((part) => part !== "").join(", ");
  },
};
