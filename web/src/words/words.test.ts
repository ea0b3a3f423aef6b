import { describe, expect, it } from "vitest";

type Words = Record<string, string>;
const files = import.meta.glob<{ words: Words }>(["./*.??.ts", "../games/*/words/*.ts"], { eager: true });
const LANGUAGES = ["en", "es", "zh", "vi"] as const;
const bookOf = (area: string, language: string): Words => files[`${area}${language}.ts`]?.words ?? {};
const areas = [...new Set(Object.keys(files).flatMap((path) => /^(.+[./])en\.ts$/.exec(path)?.[1] ?? []))];
const placeholders = (sentence: string): string[] => [...sentence.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "").sort();

describe.each(areas)("the words of %s", (area) => {
  const english = bookOf(area, "en");

  it.each(LANGUAGES)("are all there in %s", (language) => {
    expect(Object.keys(bookOf(area, language)).sort()).toEqual(Object.keys(english).sort());
  });

  it.each(LANGUAGES)("name the same figures in %s", (language) => {
    const book = bookOf(area, language);
    for (const [key, sentence] of Object.entries(english)) expect([key, placeholders(book[key] ?? "")]).toEqual([key, placeholders(sentence)]);
  });

  it.each(LANGUAGES)("are never empty nor shouted in %s", (language) => {
    for (const [key, sentence] of Object.entries(bookOf(area, language))) {
      expect([key, sentence.trim() === ""]).toEqual([key, false]);
      expect([key, /\S[!！]/.test(sentence)]).toEqual([key, false]);
    }
  });
});

it("a book has every language", () => {
  expect(areas.length).toBeGreaterThan(8);
  for (const area of areas) for (const language of LANGUAGES) expect(files).toHaveProperty([`${area}${language}.ts`]);
});

it("the Chinese book is Chinese, and most of the others is no English", () => {
  for (const area of areas) {
    const sentences = Object.entries(bookOf(area, "en")).filter(([, sentence]) => sentence.replace(/\{\w+\}/g, "").split(/\s+/).length > 4);
    for (const language of ["es", "zh", "vi"] as const) {
      const untranslated = sentences.filter(([key, sentence]) => bookOf(area, language)[key] === sentence);
      expect([area, language, untranslated]).toEqual([area, language, []]);
    }
  }
});

const server = import.meta.glob<string>("../../../src/croupier/**/*.py", { eager: true, query: "?raw", import: "default" });

it("every refusal we have words for is one that the house gives", () => {
  const source = Object.values(server).join("\n");
  expect(source.length).toBeGreaterThan(100_000);
  const isComposed = (code: string): boolean => /^(table\/(fault|dispute)|turning\/.+|network\/away)$/.test(code);
  const unknown = Object.keys(bookOf("./refusals.", "en")).filter((code) => !isComposed(code) && !source.includes(`"${code}"`));
  expect(unknown).toEqual([]);
});
