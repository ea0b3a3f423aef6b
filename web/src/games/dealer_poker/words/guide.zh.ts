import type { PokerGuide } from "./guide.en";

export const words: PokerGuide = {
  "hands.title": "您的牌对做庄玩家的牌",
  "hands.text": "您只和做庄的那手牌比；其他座位与您无关。",
  "chips.title": "选一枚筹码",
  "chips.text": "带圈的就是手中的筹码。筹码旁的“更多”可以换筹码。",
  "spots.title": "先下底注（Ante）",
  "spots.text": "点一下底注，与它相随的注也一起放好。奖金注只看您自己的牌。",
  "clock.title": "看牌，再决定",
  "clock.text": "牌到手后，跟注或弃牌；按钮上写明要多少，到零即按标出的选择。",
  "help.title": "看看原因",
  "help.text": "“我的牌局”重现牌局和每注的规则；“规则”里有全部赔付表。",
};
