import type { Words } from "./words.en";

export const words: Words = {
  title: "您的第二重验证",
  why: "在本赌场，您的工作还需手机验证码保护。请先设置一次，再做其他事。",
  scan: "用身份验证器应用扫描",
  or_type: "或在其中输入此密钥",
  link: "在本设备上打开身份验证器",
  code: "现在显示的六位数字",
  prove: "从现在起使用",
  again: "重新生成密钥",
  recovery: "您的恢复码",
  recovery_why: "手机遗失时，每个恢复码可登录一次。请立即抄下并与密码分开保存：之后不再显示。",
  done: "我已抄下",
};
