/** First-visit guide to Thirteen Card, in five steps. */
export const words = {
  "hands.title": "Three rows of thirteen cards",
  "hands.text": "Three in front, five in the middle, five at the back. Each row must be at least the one before it.",
  "chips.title": "Chips in front of you",
  "chips.text": "Buy them out of your credit: twenty points at least. You cannot lose more than what lies there.",
  "spots.title": "You play every other seat",
  "spots.text": "Row against row, a point each. All three rows won count double, and some hands bring a bonus.",
  "clock.title": "One time for all",
  "clock.text": "Lay your cards and press Set. At zero rows that you have laid stay if they may; a hand that is not set is a foul.",
  "help.title": "Clean Sweep and Surrender",
  "help.text": "Some thirteen cards win at once if you declare them. With bad ones you may surrender for 3 points to each.",
};
export type ThirteenGuide = typeof words;
