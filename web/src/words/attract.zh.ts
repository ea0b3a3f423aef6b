import type { AttractWords } from "./attract.en";

export const words: AttractWords = {
  limits: "投注",
  seats: "空位",
  pays: "赔 {pays}",
  touch: "触摸屏幕开始",
};
