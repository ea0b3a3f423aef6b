import type { Words } from "./words.en";

export const words: Words = {
  title: "帮助",
  guide: "五步了解本游戏",
  choices: "语言、主题和声音",
  line: "求助热线",
  "start.title": "入座",
  "start.text": "在大厅选一张牌桌。放下第一枚筹码即坐第一个空位；筹码旁的“更多”可另选座位。",
  "bet.title": "下注",
  "bet.text": "先点筹码，再点注区。“撤销”收回最后一枚，“清空”收回全部，“重复”照上一局再下。不能下注的注区会说明原因。",
  "clock.title": "计时",
  "clock.text": "圆环倒数至“停止下注”。轮到您决定时它为您计时；到零即按标出的选择进行。",
  "result.title": "为什么赢或输？",
  "result.text": "在“我的牌局”里点任一局：它会重新发一遍，并列出决定每注的规则。",
  "rules.title": "规则与赔率",
  "rules.text": "每种游戏都有规则卡和每注的精确概率，在大厅和牌桌都能看。",
  "money.title": "余额与兑现",
  "money.text": "“兑现”把余额变成票据，到账房领取。您的限额、休息和游戏时间在“我的游戏”里。",
  "several.title": "同时玩多桌",
  "several.text": "在大厅点“+”加入您的牌桌；最多四桌并排同玩。",
};
