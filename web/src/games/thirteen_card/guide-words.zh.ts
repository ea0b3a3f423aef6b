import type { ThirteenGuide } from "./guide-words.en";

export const words: ThirteenGuide = {
  "hands.title": "十三张分三道",
  "hands.text": "头道三张，中道五张，尾道五张。每道不得小于前一道。",
  "chips.title": "面前的筹码",
  "chips.text": "用额度购买：至少二十点。输不会超过面前的筹码。",
  "spots.title": "与每个座位对局",
  "spots.text": "道对道，每道一点。三道全胜加倍，有些牌有奖励。",
  "clock.title": "共同的时间",
  "clock.text": "摆好牌按“摆定”。到零时已摆且合规则的保持；未摆的牌为犯规。",
  "help.title": "报到与投降",
  "help.text": "有些十三张声明即胜。牌差可投降，付每家 3 点。",
};
