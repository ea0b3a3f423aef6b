/** First-visit guide to pai gow tiles, in five steps. */
export const words = {
  "hands.title": "Two hands of two tiles",
  "hands.text": "Lay your four tiles into a high and a low hand. The high one must not be below the low one.",
  "chips.title": "Choose a chip",
  "chips.text": "The chip in hand is the one with the ring. “More” beside the chips changes the rack.",
  "spots.title": "Bet before the tiles",
  "spots.text": "Each touch lays one chip. The fee for the round is taken from every seat that bets.",
  "clock.title": "Set your hands in time",
  "clock.text": "Touch two tiles to swap them. “House way” sets them for you, and so does the clock when they make a foul.",
  "help.title": "Both hands win, or it is a push",
  "help.text": "Win both and you are paid, lose both and you lose; a copy is the player-dealer's. “Ranks” shows the order of the tiles.",
};
export type TilesGuide = typeof words;
