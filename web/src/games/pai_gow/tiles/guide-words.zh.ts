import type { TilesGuide } from "./guide-words.en";

export const words: TilesGuide = {
  "hands.title": "两手，各两张",
  "hands.text": "把四张牌摆成大牌和小牌。大牌不能小过小牌。",
  "chips.title": "选择筹码",
  "chips.text": "带圆环的是手中的筹码。筹码旁的“更多”可更换筹码架。",
  "spots.title": "发牌前下注",
  "spots.text": "每点一下放一枚筹码。每个下注的座位收取本局费用。",
  "clock.title": "按时摆牌",
  "clock.text": "点两张牌互换。“庄家摆法”替您摆好；若为违例，到时也照此摆。",
  "help.title": "两手皆胜才赢，否则平局",
  "help.text": "两手皆胜即赔付，两手皆负即输；相同归玩家庄家。“牌序”列出牌的大小。",
};
