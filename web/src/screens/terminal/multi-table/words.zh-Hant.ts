import type { Words } from "./words.en";

export const words: Words = {
  title: { other: "{count} 張牌桌" },
  swap: "調換位置",
  add: "新增牌桌",
  touch: "點哪裡，籌碼就放在哪裡。",
  waits: { other: "{number} 號桌在等您，{count} 秒。" },
  turn: "輪到您",
  betting: "下注中",
  at_zero: "時間到時自動執行",
  more: "加 {amount}",
  staked: "本桌下注",
  staked_all: { other: "{count} 桌共下注" },
  last_all: "上一局合計",
};
