import { describe, expect, it } from "vitest";

type Words = Record<string, string>;
const files = import.meta.glob<{ words: Words }>(["./*.??.ts", "../games/**/words/*.ts"], { eager: true });
const LANGUAGES = ["en", "es", "zh", "vi"] as const;
const wordsOf = (area: string, language: string): Words => files[`${area}${language}.ts`]?.words ?? {};
const areas = [...new Set(Object.keys(files).flatMap((path) => /^(.+[./])en\.ts$/.exec(path)?.[1] ?? []))];
const placeholders = (sentence: string): string[] => [...sentence.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "").sort();

describe.each(areas)("the words of %s", (area) => {
  const english = wordsOf(area, "en");

  it.each(LANGUAGES)("are complete in %s", (language) => {
    expect(Object.keys(wordsOf(area, language)).sort()).toEqual(Object.keys(english).sort());
  });

  it.each(LANGUAGES)("have the same placeholders in %s", (language) => {
    const words = wordsOf(area, language);
    for (const [key, sentence] of Object.entries(english))
      expect([key, placeholders(words[key] ?? "")]).toEqual([key, placeholders(sentence)]);
  });

  it.each(LANGUAGES)("are not empty and have no exclamation mark in %s", (language) => {
    for (const [key, sentence] of Object.entries(wordsOf(area, language))) {
      expect([key, sentence.trim() === ""]).toEqual([key, false]);
      expect([key, /\S[!！]/.test(sentence)]).toEqual([key, false]);
    }
  });
});

it("every area has all languages", () => {
  expect(areas.length).toBeGreaterThan(8);
  for (const area of areas) for (const language of LANGUAGES) expect(files).toHaveProperty([`${area}${language}.ts`]);
});

it("no long text is left in English in the other languages", () => {
  for (const area of areas) {
    const sentences = Object.entries(wordsOf(area, "en")).filter(
      ([, sentence]) => sentence.replace(/\{\w+\}/g, "").split(/\s+/).length > 4,
    );
    for (const language of ["es", "zh", "vi"] as const) {
      const untranslated = sentences.filter(([key, sentence]) => wordsOf(area, language)[key] === sentence);
      expect([area, language, untranslated]).toEqual([area, language, []]);
    }
  }
});
