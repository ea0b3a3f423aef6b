import type { Translation } from "../../../lib/i18n.svelte";

/** How things are done. */
export const words = {
  title: "Help",
  guide: "Show me this game in five steps",
  choices: "Language, theme and sounds",
  line: "Help line",
  "start.title": "Sitting down",
  "start.text": "Choose a table in the lobby. The first chip takes the first free seat; under the chips, “More” lets you choose another.",
  "bet.title": "Betting",
  "bet.text":
    "Touch a chip, then a spot. Undo takes the last chip back, Clear all of them, Repeat lays last round's again. A spot that takes no chip says why.",
  "clock.title": "The clock",
  "clock.text":
    "The ring counts down to “no more bets”. When you are asked to decide, it counts for you; at zero the marked answer is taken.",
  "result.title": "Why did I win or lose?",
  "result.text": "Touch any of your rounds under “My rounds”: it is dealt again, with the rule that decided each wager.",
  "rules.title": "Rules and odds",
  "rules.text": "Every game has its card of rules, and the exact odds of each wager, in the lobby and at the table.",
  "money.title": "Credit and cashing out",
  "money.text": "“Cash out” makes your credit a ticket for the cage. Your own limits, breaks and time played are under “My play”.",
  "several.title": "Several tables at once",
  "several.text": "In the lobby, “+” adds a table to yours; up to four are played side by side.",
};
export type Words = Translation<typeof words>;
