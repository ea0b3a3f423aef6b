import type { AttractWords } from "./words.en";

export const words: AttractWords = {
  limits: "投注",
  seats: "空位",
  touch: "触摸屏幕开始",
};
