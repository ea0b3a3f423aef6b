import type { Words } from "./words.en";

export const words: Words = {
  title: "2단계 인증",
  why: "이 카지노에서는 휴대전화의 코드로도 업무를 보호합니다. 다른 작업 전에 한 번만 설정하세요.",
  scan: "인증 앱으로 스캔하세요",
  or_type: "또는 이 키를 앱에 입력하세요",
  link: "이 기기에서 인증 앱 열기",
  code: "지금 표시된 여섯 자리 숫자",
  prove: "지금부터 사용",
  again: "다른 키 만들기",
  recovery: "복구 코드",
  recovery_why:
    "휴대전화를 잃어버리면 코드 하나로 한 번씩 로그인할 수 있습니다. 지금 적어서 비밀번호와 따로 보관하세요. 다시 표시되지 않습니다.",
  done: "적어 두었습니다",
};
