/** First-visit guide to pai gow poker, in five steps. */
export const words = {
  "hands.title": "Two hands out of your cards",
  "hands.text": "Lay your cards into a high hand behind and a low hand in front. The high hand must outrank the low.",
  "chips.title": "Choose a chip",
  "chips.text": "The chip in hand is the one with the ring. “More” beside the chips changes the rack.",
  "spots.title": "Bet before the cards",
  "spots.text": "Each touch lays one chip. Bonus spots pay by your own cards, however the hands come out.",
  "clock.title": "Set your hands in time",
  "clock.text": "Touch two cards to swap them. “House way” sets them for you, and so does the clock when they make a foul.",
  "help.title": "Both hands win, or it is a push",
  "help.text":
    "Win both and you are paid, lose both and you lose; equal hands are the player-dealer's. “My rounds” shows every round again, “Rules” the card and the odds.",
};
export type PaiGowGuide = typeof words;
