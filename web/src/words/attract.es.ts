import type { AttractWords } from "./attract.en";

export const words: AttractWords = {
  limits: "Apuesta",
  seats: "Asientos libres",
  pays: "paga {pays}",
  touch: "Toque para jugar",
};
