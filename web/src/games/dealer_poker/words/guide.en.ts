/** First-visit guide to poker against a player-dealer, in five steps. */
export const words = {
  "hands.title": "Your hand against the player-dealer's",
  "hands.text": "You play for yourself against the hand that banks; the other seats do not matter to you.",
  "chips.title": "Choose a chip",
  "chips.text": "The chip in hand is the one with the ring. “More” beside the chips changes the rack.",
  "spots.title": "Ante first",
  "spots.text": "One touch on the Ante lays what goes with it too. Bonus spots pay by your cards alone.",
  "clock.title": "Look, then decide",
  "clock.text": "When your cards are there, play on or give up; each button says what it costs, and the marked one is taken at zero.",
  "help.title": "See why",
  "help.text": "“My rounds” shows the hands again and the rule behind every wager; “Rules” has every pay table.",
};
export type PokerGuide = typeof words;
