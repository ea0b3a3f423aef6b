/** What an idle cabinet says. */
export const words = {
  limits: "Wager",
  seats: "Seats free",
  touch: "Touch to play",
};
export type AttractWords = typeof words;
