import type { HoldemGuide } from "./guide-words.en";

export const words: HoldemGuide = {
  "hands.title": "自己两张，公共五张",
  "hands.text": "您的两张和五张公共牌中最好的五张算数。您与其他座位对局，从不与庄家对局。",
  "chips.title": "面前的筹码",
  "chips.text": "用额度购买。只有这些参与；两局之间可以加，离座时退回。",
  "spots.title": "四轮下注",
  "spots.text": "翻牌前、翻牌、转牌、河牌：弃牌、过牌、跟注、下注或加注。每个按钮都写明花费。",
  "clock.title": "您的时间和时间储备",
  "clock.text": "圆环走完后使用时间储备。之后能过牌就过牌，否则弃牌。",
  "help.title": "底池与收费",
  "help.text": "全下者只争自己付过的底池。只有发了翻牌，庄家才收取公示的费用。",
};
