/** Texts of the five-step guide to blackjack, shown at a player's first visit. */
export const words = {
  "hands.title": "Nearer to 21 than the dealer",
  "hands.text": "Your cards against the dealer's: pictures count ten, an ace one or eleven. Over 21 loses.",
  "chips.title": "Choose a chip",
  "chips.text": "The chip in hand is the one with the ring. “More” beside the chips changes the rack.",
  "spots.title": "Bet before the cards",
  "spots.text": "Each touch lays one chip at your seat. Side bets go with the main one; each spot says what it pays.",
  "clock.title": "Then you decide",
  "clock.text": "Hit, stand, double or split: each button says what it costs. The marked one is taken when the ring runs out.",
  "help.title": "Learn as you play",
  "help.text": "“My rounds” shows why each hand ended as it did; at play money the coach names the best decision.",
};
export type BlackjackGuide = typeof words;
