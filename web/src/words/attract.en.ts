/** What an idle cabinet says. */
export const words = {
  limits: "Wager",
  seats: "Seats free",
  pays: "pays {pays}",
  touch: "Touch to play",
};
export type AttractWords = typeof words;
