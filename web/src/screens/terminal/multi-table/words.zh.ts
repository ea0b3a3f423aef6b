import type { Words } from "./words.en";

export const words: Words = {
  title: { other: "{count} 张牌桌" },
  swap: "调换位置",
  add: "添加牌桌",
  touch: "点哪里，筹码就放在哪里。",
  waits: { other: "{number} 号桌在等您，{count} 秒。" },
  turn: "轮到您",
  betting: "下注中",
  at_zero: "时间到时自动执行",
  more: "加 {amount}",
  staked: "本桌下注",
  staked_all: { other: "{count} 桌共下注" },
  last_all: "上一局合计",
};
