import { describe, expect, it } from "vitest";
import type { Forecasts } from "../testing/forecasts";
import type { PluralForms } from "./i18n.svelte";
import { LANGUAGE_CODES, type Language } from "./languages";

/**
 * No text on any screen says or hints that a result is due, or that past results predict the next one. [R23; 9 NYCRR 5319.30(f)]
 * Counts of past results and exact odds are allowed.
 */
const wordFiles = import.meta.glob<Record<string, string | PluralForms>>("../**/words.*.ts", { eager: true, import: "words" });
const forecastFiles = import.meta.glob<Forecasts>("../testing/forecasts.*.ts", { eager: true, import: "forecasts" });

function forecastsIn(language: Language): Forecasts {
  const forecasts = forecastFiles[`../testing/forecasts.${language}.ts`];
  if (forecasts === undefined) throw new Error(`testing/forecasts.${language}.ts is missing`);
  return forecasts;
}

/** Texts that match but are no forecast: a card that the rules draw now, or money that is owed. */
const ALLOWED = new Set([
  "../screens/office/words.en.ts col.hand_pays_due_cents",
  "./errors/words.en.ts card/not_due",
  "./errors/words.en.ts round/not_complete",
]);

const sentences = LANGUAGE_CODES.flatMap((language) =>
  Object.entries(wordFiles)
    .filter(([path]) => path.endsWith(`words.${language}.ts`))
    .flatMap(([path, words]) => Object.entries(words).map(([key, message]) => ({ name: `${path} ${key}`, message, language })))
    .flatMap(({ message, ...rest }) =>
      (typeof message === "string" ? [message] : (Object.values(message) as string[])).map((sentence) => ({ ...rest, sentence })),
    ),
);

it("reads every sentence of every screen and game", () => {
  for (const language of LANGUAGE_CODES) expect(sentences.filter((one) => one.language === language).length).toBeGreaterThan(2000);
});

it("no text says that a result is due, hot or bound to come", () => {
  const forecasts = sentences.filter(({ name, language, sentence }) => forecastsIn(language).pattern.test(sentence) && !ALLOWED.has(name));
  expect(forecasts).toEqual([]);
});

it("every allowed text still exists and still matches", () => {
  const matching = sentences.filter(({ language, sentence }) => forecastsIn(language).pattern.test(sentence)).map(({ name }) => name);
  expect(new Set(matching)).toEqual(ALLOWED);
});

describe.each(LANGUAGE_CODES)("in %s", (language) => {
  const { pattern, examples, pastNote } = forecastsIn(language);

  it.each(examples)("a forecast would be found: %s", (example) => expect(example).toMatch(pattern));

  it("every record of results says that it is past and tells nothing about the next round", () => {
    const notes = sentences.filter((one) => one.language === language && /(roads?|record)\.note$/.test(one.name));
    expect(notes.length).toBeGreaterThan(3);
    for (const { sentence } of notes) expect(sentence).toMatch(pastNote);
  });
});
