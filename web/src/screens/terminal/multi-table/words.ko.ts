import type { Words } from "./words.en";

export const words: Words = {
  title: { other: "테이블 {count}개" },
  swap: "자리 바꾸기",
  add: "테이블 추가",
  touch: "누른 곳에 칩이 놓입니다.",
  waits: { other: "{number}번 테이블이 기다립니다, {count}초." },
  turn: "내 차례",
  betting: "베팅 중",
  at_zero: "0초가 되면 자동으로 진행됩니다",
  more: "{amount} 더",
  staked: "여기 베팅액",
  staked_all: { other: "베팅액, 테이블 {count}개" },
  last_all: "지난 라운드",
};
