import type { Words } from "./words.en";

export const words: Words = {
  limits: "Mức cược",
  seats: "Ghế trống",
  touch: "Chạm để chơi",
};
