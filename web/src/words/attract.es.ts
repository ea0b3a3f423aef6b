import type { AttractWords } from "./attract.en";

export const words: AttractWords = {
  limits: "Apuesta",
  seats: "Asientos libres",
  touch: "Toque para jugar",
};
