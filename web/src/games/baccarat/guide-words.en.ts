/** Texts of the five-step guide to baccarat, shown at a player's first visit. */
export const words = {
  "hands.title": "Two hands, one result",
  "hands.text": "Player and Banker are two hands on the table, nobody's own. The one nearer to nine wins; tens and pictures count nothing.",
  "chips.title": "Choose a chip",
  "chips.text": "The chip in hand is the one with the ring. “More” beside the chips changes the rack.",
  "spots.title": "Bet on either hand, or on a tie",
  "spots.text":
    "Each touch lays one chip. Every spot says what it pays and its limits; the small ones are side bets on what the hands become.",
  "clock.title": "The cards are dealt by rule",
  "clock.text": "At zero no more bets are taken. Third cards are drawn by fixed rules; nobody decides anything.",
  "help.title": "The result, and what decided it",
  "help.text": "Wins are paid at once. “My rounds” shows why each wager ended as it did; “Rules” has the whole card and the odds.",
};
export type BaccaratGuide = typeof words;
