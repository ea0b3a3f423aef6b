/** Texts of the five-step guide to war, shown at a player's first visit. */
export const words = {
  "hands.title": "One card each, the higher wins",
  "hands.text": "Player and Banker get one card each; an ace is the highest. Suits do not count.",
  "chips.title": "Choose a chip",
  "chips.text": "The chip in hand is the one with the ring. “More” beside the chips changes the rack.",
  "spots.title": "Bet on either side",
  "spots.text": "Each touch lays one chip. The other spots pay when there is a war, or by the card that wins.",
  "clock.title": "Equal cards are a war",
  "clock.text": "Then both hands get one more card, until one is higher. Nobody decides anything.",
  "help.title": "The result, and what decided it",
  "help.text": "“My rounds” shows every round again with the rule of each wager; “Rules” has the card and the odds.",
};
export type WarGuide = typeof words;
