import type { AttractWords } from "./words.en";

export const words: AttractWords = {
  limits: "Apuesta",
  seats: "Asientos libres",
  touch: "Toque para jugar",
};
