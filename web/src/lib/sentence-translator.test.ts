import { expect, it } from "vitest";
import { LANGUAGE_CODES } from "./languages";
import { SentenceTranslator, type SentenceTranslations } from "./sentence-translator";

const files = import.meta.glob<{ default: SentenceTranslations }>("../../../src/croupier/rulebook/words/*.json", { eager: true });
const translationsOf = (language: string): SentenceTranslations =>
  files[`../../../src/croupier/rulebook/words/${language}.json`]?.default ?? {};

it("translates a whole sentence, by a pattern, sentence by sentence, or not at all", () => {
  const spanish = new SentenceTranslator(translationsOf("es"));
  expect(spanish.translate("Loses otherwise.")).toBe("En otro caso pierde.");
  expect(spanish.translate("Pushes when the hands tie. Loses otherwise.")).toBe(
    "Se devuelve cuando las manos empatan. En otro caso pierde.",
  );
  expect(spanish.translate("Only with a wager on Player line, Banker line or Tie.")).toBe(
    "Solo con una apuesta en Línea del jugador, Línea de la banca o Empate.",
  );
  expect(spanish.translate("The moon is full.")).toBeNull();
  expect(spanish.translate("Nobody decides anything. Players pay nothing.")).toBe("Nadie decide nada. Los jugadores no pagan nada.");
  expect(spanish.translate("Nobody decides anything. The moon is full.")).toBeNull();
});

it("every language has the same sentences and uses all their placeholders", () => {
  const [spanish, ...others] = LANGUAGE_CODES.filter((language) => language !== "en").map(translationsOf);
  for (const language of others) expect(Object.keys(language).sort()).toEqual(Object.keys(spanish ?? {}).sort());
  for (const translations of [spanish, ...others]) {
    for (const [sentence, template] of Object.entries(translations ?? {})) {
      const placeholders = sentence.split(/\{#?\}/).length - 1;
      expect([sentence, [...template.matchAll(/\{(\d)\}/g)].map((match) => Number(match[1])).sort()]).toEqual([
        sentence,
        Array.from({ length: placeholders }, (_, index) => index + 1),
      ]);
    }
  }
});
