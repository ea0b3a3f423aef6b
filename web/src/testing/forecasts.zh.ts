import type { Forecasts } from "./forecasts";

export const forecasts: Forecasts = {
  pattern:
    /运气|幸运|手气|连胜|连败|[热冷](门|号|牌)|必(出|胜|赢|中)|稳赢|包赢|保证|该出|快要(出|中|赢)|就要(出|中|赢)|即将(开出|中奖|命中)|预测|预言|旺(桌|门|台)|不会输|更可能/,
  examples: ["庄家快要出了", "本桌手气正旺", "下一局必出闲"],
  pastNote: /已.*(无关|不预示)/,
};
