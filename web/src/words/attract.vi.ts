import type { AttractWords } from "./attract.en";

export const words: AttractWords = {
  limits: "Mức cược",
  seats: "Ghế trống",
  touch: "Chạm để chơi",
};
