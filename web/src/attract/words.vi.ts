import type { AttractWords } from "./words.en";

export const words: AttractWords = {
  limits: "Mức cược",
  seats: "Ghế trống",
  touch: "Chạm để chơi",
};
