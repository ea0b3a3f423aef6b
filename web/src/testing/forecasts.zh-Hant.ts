import type { Forecasts } from "./forecasts";

export const forecasts: Forecasts = {
  pattern:
    /運氣|幸運|手氣|連勝|連敗|[熱冷](門|號|牌)|必(出|勝|贏|中)|穩贏|包贏|保證|該出|快要(出|中|贏)|就要(出|中|贏)|即將(開出|中獎|命中)|預測|預言|旺(桌|門|台)|不會輸|更可能/,
  examples: ["莊家快要出了", "本桌手氣正旺", "下一局必出閒"],
  pastNote: /已.*(無關|不預示)/,
};
