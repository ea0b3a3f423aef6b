import { describe, expect, it } from "vitest";

/**
 * No text on any screen says or hints that a result is due, or that past results predict the next one. [R23; 9 NYCRR 5319.30(f)]
 * Counts of past results and exact odds are allowed.
 */
type Words = Record<string, string>;
type Language = "en" | "es" | "vi" | "zh";
const files = import.meta.glob<{ words: Words }>(["../**/words.??.ts", "../**/guide-words.??.ts"], { eager: true });

const FORECASTS: Record<Language, RegExp> = {
  en: /\b(over)?due\b|\b(un)?luck(y|ier|iest)?\b|\bstreaks?\b|\b(running |is |are )?(hot|cold)\b|\b(bound|sure|certain) to\b|\bguarantee\w*\b|\bcan(no|')?t lose\b(?! more)|\bnever loses?\b|\bpredict\w*\b|\bmust (come|hit|win)\b|\bwill (win|hit|come up)\b|\bmore likely (now|next|to)\b|\bbeat the (house|dealer)\b|\bsure thing\b|\bready to hit\b|\babout to (hit|pay)\b/i,
  es: /\bsuerte\b|\brachas?\b|\bcalientes?\b|\bfr[ií][oa]s?\b|\bgarantiza\w*\b|\bseguro que\b|\b(debe|tiene que|va a) (salir|ganar|tocar)\b|\bpredic\w*\b|\bpronostic\w*\b|\ble toca (ganar|salir)\b|\bno puede perder\b(?! más)|\bnunca pierde\b|\ba punto de (salir|pagar)\b|\bmás probable (ahora|que)\b/i,
  vi: /may mắn|\bhên\b|vận (may|đỏ|đen)|chuỗi (thắng|thua)|\bnóng\b|\blạnh\b|chắc (chắn )?thắng|sắp (ra|thắng|trúng|nổ)|thế nào cũng (ra|thắng|trúng)|không thể thua(?! quá)|dự đoán|tiên đoán|đến lượt (thắng|trúng)|dễ (ra|trúng) hơn/i,
  zh: /运气|幸运|手气|连胜|连败|[热冷](门|号|牌)|必(出|胜|赢|中)|稳赢|包赢|保证|该出|快要(出|中|赢)|就要(出|中|赢)|即将(开出|中奖|命中)|预测|预言|旺(桌|门|台)|不会输|更可能/,
};

/** Texts that match but are no forecast: a card that the rules draw now, or money that is owed. */
const ALLOWED = new Set([
  "../office/words.en.ts col.hand_pays_due_cents",
  "./errors/words.en.ts card/not_due",
  "./errors/words.en.ts round/not_complete",
]);

const languageOf = (path: string): Language | null => (/[./](en|es|vi|zh)\.ts$/.exec(path)?.[1] as Language | undefined) ?? null;
const sentences = Object.entries(files).flatMap(([path, { words }]) => {
  const language = languageOf(path);
  return language === null ? [] : Object.entries(words).map(([key, sentence]) => ({ name: `${path} ${key}`, language, sentence }));
});

it("reads every sentence of every screen and game", () => {
  expect(sentences.length).toBeGreaterThan(4000);
  expect(new Set(Object.keys(files).map(languageOf))).toEqual(new Set(["en", "es", "vi", "zh"]));
});

it("no text says that a result is due, hot or bound to come", () => {
  const forecasts = sentences.filter(({ name, language, sentence }) => FORECASTS[language].test(sentence) && !ALLOWED.has(name));
  expect(forecasts).toEqual([]);
});

it("every allowed text still exists and still matches", () => {
  const matching = sentences.filter(({ language, sentence }) => FORECASTS[language].test(sentence)).map(({ name }) => name);
  expect(new Set(matching)).toEqual(ALLOWED);
});

describe("a forecast would be found", () => {
  it.each([
    ["en", "Banker is due."],
    ["en", "This table is hot: 7 wins in a row."],
    ["en", "Your lucky seat"],
    ["en", "The jackpot must hit before $5,000"],
    ["en", "Player is more likely to win next"],
    ["es", "La Banca va a salir pronto"],
    ["es", "Mesa con racha ganadora"],
    ["es", "Un número caliente"],
    ["vi", "Cửa Cái sắp ra"],
    ["vi", "Bàn may mắn của bạn"],
    ["vi", "Chuỗi thắng đang kéo dài"],
    ["zh", "庄家快要出了"],
    ["zh", "本桌手气正旺"],
    ["zh", "下一局必出闲"],
  ] as const)("in %s: %s", (language, sentence) => expect(sentence).toMatch(FORECASTS[language]));
});

it("every record of results says that it is past and tells nothing about the next round, in every language", () => {
  const pastNote: Record<Language, RegExp> = {
    en: /already played.*(nothing about|not foretell) the next/,
    es: /ya jugad[ao]s.*(nada (sobre|de)|no anuncian)/,
    vi: /đã chơi.*[Kk]hông (nói gì|báo trước)/,
    zh: /已.*(无关|不预示)/,
  };
  const notes = sentences.filter(({ name }) => /(roads?|record)\.note$/.test(name));
  for (const language of ["en", "es", "vi", "zh"] as const)
    expect(notes.filter((note) => note.language === language).length).toBeGreaterThan(3);
  for (const { language, sentence } of notes) expect(sentence).toMatch(pastNote[language]);
});
