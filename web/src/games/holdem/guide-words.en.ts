/** Texts of the five-step guide to hold'em, shown at a player's first visit. */
export const words = {
  "hands.title": "Two cards of your own, five for all",
  "hands.text": "The best five of your two and the board's five count. You play the other seats, never the house.",
  "chips.title": "Chips in front of you",
  "chips.text": "Buy them out of your credit. Only these play; you may add to them between hands, and they go back when you leave.",
  "spots.title": "Four rounds of betting",
  "spots.text": "Before the flop, on the flop, the turn and the river: fold, check, call, bet or raise. Each button says what it costs.",
  "clock.title": "Your time, and your time bank",
  "clock.text": "When the ring runs out your time bank goes on. After that you check if you can, and fold if you cannot.",
  "help.title": "Pots and the collection",
  "help.text": "Whoever is all-in plays for the pots he has paid into. The house takes its posted fee when there is a flop, nothing else.",
};
export type HoldemGuide = typeof words;
