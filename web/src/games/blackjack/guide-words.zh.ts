import type { BlackjackGuide } from "./guide-words.en";

export const words: BlackjackGuide = {
  "hands.title": "比庄家更接近 21 点",
  "hands.text": "您的牌对庄家的牌：花牌算十点，A 算一点或十一点。超过 21 点即输。",
  "chips.title": "选一枚筹码",
  "chips.text": "带圈的就是手中的筹码。筹码旁的“更多”可以换筹码。",
  "spots.title": "先下注，后发牌",
  "spots.text": "每点一下在您的座位放一枚。边注随主注；每个注区写明赔率。",
  "clock.title": "然后由您决定",
  "clock.text": "要牌、停牌、加倍或分牌：按钮上写明要多少。圆环走完即按标出的选择。",
  "help.title": "边玩边学",
  "help.text": "“我的牌局”说明每手牌的原因；用游戏币时教练会说出最佳选择。",
};
