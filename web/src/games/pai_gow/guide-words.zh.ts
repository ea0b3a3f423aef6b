import type { PaiGowGuide } from "./guide-words.en";

export const words: PaiGowGuide = {
  "hands.title": "把牌分成两手",
  "hands.text": "把手里的牌摆成后面的大手和前面的小手。大手必须大过小手。",
  "chips.title": "选一枚筹码",
  "chips.text": "带圈的就是手中的筹码。筹码旁的“更多”可以换筹码。",
  "spots.title": "发牌前下注",
  "spots.text": "每点一下放一枚。奖金注按您自己的牌赔付，与两手输赢无关。",
  "clock.title": "按时摆好",
  "clock.text": "点两张牌互换位置。“庄家摆法”替您摆好；时间到而摆法犯规时也照此处理。",
  "help.title": "两手都赢才算赢",
  "help.text": "两手都赢得赔付，两手都输则输，各赢一手为和；同点归庄。“我的牌局”重现每局，“规则”里有规则卡和概率。",
};
