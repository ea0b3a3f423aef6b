import type { Words } from "./words.en";

export const words: Words = {
  title: "您的第二重驗證",
  why: "在本賭場，您的工作還需手機驗證碼保護。請先設定一次，再做其他事。",
  scan: "用身份驗證器應用掃描",
  or_type: "或在其中輸入此金鑰",
  link: "在本設備上打開身份驗證器",
  code: "現在顯示的六位數字",
  prove: "從現在起使用",
  again: "重新生成金鑰",
  recovery: "您的恢復碼",
  recovery_why: "手機遺失時，每個恢復碼可登入一次。請立即抄下並與密碼分開保存：之後不再顯示。",
  done: "我已抄下",
};
