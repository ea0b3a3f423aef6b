import type { Words } from "./words.en";

export const words: Words = {
  touch: "눌러서 시작하세요",
  how: "화면을 누르고 로그인한 뒤 자리에 앉으세요",
  seats: { other: "{count}석 비어 있음" },
  side_from: "사이드 베팅 {amount}부터",
  last_round: "이 테이블의 지난 라운드, 라운드 {number}, {time} 종료",
  replayed: "다시 보기",
  result: "결과",
  no_round: "아직 진행된 라운드가 없습니다",
  pays: "배당",
  wins: "당첨 확률 {chance}",
  wins_by: "{what}, {chance}",
  meters_here: "이 테이블의 잭팟",
  meters_house: "이 카지노의 다른 테이블 잭팟",
  table: "{number}번 테이블",
  bets_open: "베팅이 열려 있습니다.",
  bets_after: "이번 라운드가 끝나면 베팅이 열립니다.",
  bets_soon: "곧 베팅이 열립니다.",
};
