/** First-visit guide to Mah-Jong Pai-Gow, in five steps. */
export const words = {
  "hands.title": "Two tiles against the player-dealer's",
  "hands.text": "A pair is best, then the last digit of the sum; the window counts ten.",
  "chips.title": "Choose a chip",
  "chips.text": "The chip in hand is the one with the ring. “More” beside the chips changes the rack.",
  "spots.title": "Win, Pair and Tie",
  "spots.text": "Win pays when your hand is higher, Pair for a pair, Tie for the same two tiles as the player-dealer's.",
  "clock.title": "Nothing to decide",
  "clock.text": "The die says where the stacks go first; then the hands are opened one after the other.",
  "help.title": "Equal is the player-dealer's",
  "help.text": "The same two tiles lose Win. “My rounds” shows every round again, “Rules” the card and the odds.",
};
export type TwoTilesGuide = typeof words;
