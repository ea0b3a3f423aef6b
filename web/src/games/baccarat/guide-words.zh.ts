import type { BaccaratGuide } from "./guide-words.en";

export const words: BaccaratGuide = {
  "hands.title": "两手牌，一个结果",
  "hands.text": "闲和庄是桌上的两手牌，不属于任何人。更接近九点的一方赢；十和花牌不计点。",
  "chips.title": "选一枚筹码",
  "chips.text": "带圈的就是手中的筹码。筹码旁的“更多”可以换筹码。",
  "spots.title": "押任一方，或押和",
  "spots.text": "每点一下放一枚。每个注区写明赔率和限额；小注区是边注。",
  "clock.title": "按规则发牌",
  "clock.text": "到零即停止下注。第三张牌按固定规则补，无人做决定。",
  "help.title": "结果与原因",
  "help.text": "赢注立即赔付。“我的牌局”说明每注的原因；“规则”里有全部规则和概率。",
};
