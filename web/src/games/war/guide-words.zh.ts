import type { WarGuide } from "./guide-words.en";

export const words: WarGuide = {
  "hands.title": "各一张牌，大者赢",
  "hands.text": "闲和庄各得一张；A 最大，花色不计。",
  "chips.title": "选一枚筹码",
  "chips.text": "带圈的就是手中的筹码。筹码旁的“更多”可以换筹码。",
  "spots.title": "押任一方",
  "spots.text": "每点一下放一枚。其他注区在开战时赔付，或按赢的牌赔付。",
  "clock.title": "同点即开战",
  "clock.text": "双方各再得一张，直到一方更大。无人做决定。",
  "help.title": "结果与原因",
  "help.text": "“我的牌局”重现每局和每注的规则；“规则”里有规则卡和概率。",
};
