import { describe, expect, it } from "vitest";
import { createTranslator, formatMessage, type PluralForms } from "./i18n.svelte";
import { LANGUAGE_CODES, languageForTag, LANGUAGES, type Language } from "./languages";
import { preferences } from "./preferences.svelte";

type Words = Record<string, string | PluralForms>;
const files = import.meta.glob<Words>("../**/words.*.ts", { eager: true, import: "words" });
const areas = Object.keys(files).flatMap((path) => /^(.+\/)words\.en\.ts$/.exec(path)?.[1] ?? []);
const wordsOf = (area: string, language: Language): Words => files[`${area}words.${language}.ts`] ?? {};
const TRANSLATED = LANGUAGE_CODES.filter((language) => language !== "en");

const formsOf = (message: string | PluralForms): string[] =>
  typeof message === "string" ? [message] : (Object.values(message) as string[]);
const placeholders = (sentence: string): string[] => [...sentence.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "").sort();
/** Placeholders of a message, without `count`: a form such as "one table" need not show it. */
const neededPlaceholders = (message: string | PluralForms): string[][] =>
  formsOf(message).map((form) => placeholders(form).filter((name) => typeof message === "string" || name !== "count"));

describe.each(areas)("the words of %s", (area) => {
  const english = wordsOf(area, "en");

  it.each(LANGUAGE_CODES)("are complete in %s", (language) => {
    expect(Object.keys(wordsOf(area, language)).sort()).toEqual(Object.keys(english).sort());
  });

  it.each(LANGUAGE_CODES)("have the same placeholders in %s", (language) => {
    for (const [key, message] of Object.entries(wordsOf(area, language)))
      for (const names of neededPlaceholders(message)) expect([key, names]).toEqual([key, neededPlaceholders(english[key] ?? "")[0]]);
  });

  it.each(LANGUAGE_CODES)("have every plural form of %s and no other", (language) => {
    // A form for fractions and millions ("many" in Spanish) is left out: counts here are small and whole.
    const rules = new Intl.PluralRules(LANGUAGES[language].locale);
    const needed = new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)));
    for (const [key, message] of Object.entries(wordsOf(area, language)))
      if (typeof message !== "string")
        expect([key, new Set(Object.keys(message).filter((form) => !form.startsWith("=")))]).toEqual([key, needed]);
  });

  it.each(LANGUAGE_CODES)("are not empty and have no exclamation mark in %s", (language) => {
    for (const [key, sentence] of Object.entries(wordsOf(area, language)).flatMap(([key, message]) =>
      formsOf(message).map((form) => [key, form] as const),
    )) {
      expect([key, sentence.trim() === ""]).toEqual([key, false]);
      expect([key, /\S[!！]/.test(sentence)]).toEqual([key, false]);
    }
  });
});

it("every area has a file for every language, and no other", () => {
  expect(areas.length).toBeGreaterThan(20);
  const wanted = areas.flatMap((area) => LANGUAGE_CODES.map((language) => `${area}words.${language}.ts`));
  expect(Object.keys(files).sort()).toEqual(wanted.sort());
});

it("no long text is left in English in the other languages", () => {
  for (const area of areas) {
    const sentences = Object.entries(wordsOf(area, "en")).filter(
      ([, message]) => (formsOf(message)[0] ?? "").replace(/\{\w+\}/g, "").split(/\s+/).length > 4,
    );
    for (const language of TRANSLATED) {
      const untranslated = sentences.filter(([key, message]) => {
        const english = formsOf(message);
        return formsOf(wordsOf(area, language)[key] ?? "").some((form) => english.includes(form));
      });
      expect([area, language, untranslated]).toEqual([area, language, []]);
    }
  }
});

it("a language without a file, or a file without the key, shows English", async () => {
  const loaded = Promise.resolve({ words: { open: "Abierta" } });
  const t = createTranslator({ open: "Open", closed: "Closed" }, { "./words.es.ts": () => loaded });
  const shown = (): string[] => [t("open"), t("closed")];
  preferences.update({ language: "es" });
  expect(shown()).toEqual(["Open", "Closed"]);
  await loaded;
  expect(shown()).toEqual(["Abierta", "Closed"]);
  preferences.update({ language: "vi" });
  expect(shown()).toEqual(["Open", "Closed"]);
  preferences.update({ language: "en" });
});

it("the plural form follows the count and the language", () => {
  const forms = { one: "{count} table", other: "{count} tables" };
  expect([0, 1, 2].map((count) => formatMessage(forms, { count }, "en"))).toEqual(["0 tables", "1 table", "2 tables"]);
  const chinese = { "=1": "一次", other: "{count} 次" };
  expect([1, 2].map((count) => formatMessage(chinese, { count }, "zh"))).toEqual(["一次", "2 次"]);
});

it.each([
  ["en-GB", "en"],
  ["es-MX", "es"],
  ["vi", "vi"],
  ["zh", "zh"],
  ["zh-SG", "zh"],
  ["zh-TW", "zh-Hant"],
  ["zh-HK", "zh-Hant"],
  ["ko-KR", "ko"],
  ["fr", "en"],
  ["en-US@posix", "en"],
])("a browser set to %s shows %s first", (tag, language) => expect(languageForTag(tag)).toBe(language));

const serverSources = import.meta.glob<string>("../../../src/croupier/**/*.py", { eager: true, query: "?raw", import: "default" });

it("every error code with a translation exists in the server", () => {
  const source = Object.values(serverSources).join("\n");
  expect(source.length).toBeGreaterThan(100_000);
  const isComposed = (code: string): boolean => /^(table\/(fault|dispute)|turning\/.+|network\/away)$/.test(code);
  const unknown = Object.keys(wordsOf("./errors/", "en")).filter((code) => !isComposed(code) && !source.includes(`"${code}"`));
  expect(unknown).toEqual([]);
});
