import type { Words } from "./words.en";

export const words: Words = {
  title: "幫助",
  guide: "五步瞭解本遊戲",
  choices: "語言、主題和聲音",
  line: "求助熱線",
  "start.title": "入座",
  "start.text": "在大廳選一張牌桌。放下第一枚籌碼即坐第一個空位；籌碼旁的「更多」可另選座位。",
  "bet.title": "下注",
  "bet.text": "先點籌碼，再點注區。「撤銷」收回最後一枚，「清空」收回全部，「重複」照上一局再下。不能下注的注區會說明原因。",
  "clock.title": "計時",
  "clock.text": "圓環倒數至「停止下注」。輪到您決定時它為您計時；到零即按標出的選擇進行。",
  "result.title": "為什麼贏或輸？",
  "result.text": "在「我的牌局」裡點任一局：它會重新發一遍，並列出決定每注的規則。",
  "rules.title": "規則與賠率",
  "rules.text": "每種遊戲都有規則卡和每注的精確機率，在大廳和牌桌都能看。",
  "money.title": "餘額與兌現",
  "money.text": "「兌現」把餘額變成票據，到帳房領取。您的限額、休息和遊戲時間在「我的遊戲」裡。",
  "several.title": "同時玩多桌",
  "several.text": "在大廳點「+」加入您的牌桌；最多四桌並排同玩。",
};
