import type { Words } from "./words.en";

export const words: Words = {
  touch: "觸碰螢幕開始",
  how: "觸碰螢幕，登入並入座",
  seats: { other: "{count} 個空位" },
  side_from: "邊注 {amount} 起",
  last_round: "本桌上一局：第 {number} 局，{time} 結束",
  replayed: "重新發牌",
  result: "結果",
  no_round: "本桌尚未發過牌",
  pays: "賠付",
  wins: "中獎率 {chance}",
  wins_by: "{what}，{chance}",
  meters_here: "本桌大獎",
  meters_house: "賭場其他牌桌的大獎",
  table: "{number} 號桌",
  bets_open: "現在可以下注。",
  bets_after: "本局結束後開始下注。",
  bets_soon: "即將開始下注。",
};
