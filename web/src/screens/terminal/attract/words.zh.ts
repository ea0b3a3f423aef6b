import type { Words } from "./words.en";

export const words: Words = {
  touch: "触摸屏幕开始",
  how: "触摸屏幕，登录并入座",
  seats: { other: "{count} 个空位" },
  side_from: "边注 {amount} 起",
  last_round: "本桌上一局：第 {number} 局，{time} 结束",
  replayed: "重新发牌",
  result: "结果",
  no_round: "本桌尚未发过牌",
  pays: "赔付",
  wins: "中奖率 {chance}",
  wins_by: "{what}，{chance}",
  meters_here: "本桌大奖",
  meters_house: "赌场其他牌桌的大奖",
  table: "{number} 号桌",
  bets_open: "现在可以下注。",
  bets_after: "本局结束后开始下注。",
  bets_soon: "即将开始下注。",
};
