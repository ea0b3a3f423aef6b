import type { TwoTilesGuide } from "./guide-words.en";

export const words: TwoTilesGuide = {
  "hands.title": "两张牌对玩家庄家",
  "hands.text": "对子最大，其次是总和的个位；白板算十。",
  "chips.title": "选择筹码",
  "chips.text": "带圆环的是手中的筹码。筹码旁的“更多”可更换筹码架。",
  "spots.title": "赢、对子与和",
  "spots.text": "您的牌较大赔“赢”，成对赔“对子”，与玩家庄家两张相同赔“和”。",
  "clock.title": "无需决定",
  "clock.text": "骰子决定从哪里发起；然后依次开牌。",
  "help.title": "相同归玩家庄家",
  "help.text": "同样两张时“赢”注输。“我的牌局”可重看每局，“规则”有规则卡和赔率。",
};
