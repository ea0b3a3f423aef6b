import type { Words } from "./words.en";

export const words: Words = {
  limits: "投注",
  seats: "空位",
  touch: "觸碰螢幕開始",
};
