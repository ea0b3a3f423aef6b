import type { Words } from "./words.en";

export const words: Words = {
  limits: "Apuesta",
  seats: "Asientos libres",
  touch: "Toque para jugar",
};
