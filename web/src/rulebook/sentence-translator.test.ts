import { expect, it } from "vitest";
import { SentenceTranslator, type SentenceTranslations } from "./sentence-translator";

const books = import.meta.glob<{ default: SentenceTranslations }>("../../../src/croupier/rulebook/words/*.json", { eager: true });
const bookOf = (language: string): SentenceTranslations => books[`../../../src/croupier/rulebook/words/${language}.json`]?.default ?? {};

it("a sentence is told whole, by its pattern, or not at all", () => {
  const spanish = new SentenceTranslator(bookOf("es"));
  expect(spanish.translate("Loses otherwise.")).toBe("En otro caso pierde.");
  expect(spanish.translate("Pushes when the hands tie. Loses otherwise.")).toBe("Se devuelve cuando las manos empatan. En otro caso pierde.");
  expect(spanish.translate("Only with a wager on Player line, Banker line or Tie.")).toBe("Solo con una apuesta en Línea del jugador, Línea de la banca o Empate.");
  expect(spanish.translate("The moon is full.")).toBeNull();
  expect(spanish.translate("Nobody decides anything. Players pay nothing.")).toBe("Nadie decide nada. Los jugadores no pagan nada.");
  expect(spanish.translate("Nobody decides anything. The moon is full.")).toBeNull();
});

it("every book has the same sentences, and fills every gap of theirs", () => {
  const [spanish, ...others] = ["es", "zh", "vi"].map(bookOf);
  for (const other of others) expect(Object.keys(other).sort()).toEqual(Object.keys(spanish ?? {}).sort());
  for (const book of [spanish, ...others]) {
    for (const [sentence, says] of Object.entries(book ?? {})) {
      const gaps = sentence.split(/\{#?\}/).length - 1;
      expect([sentence, [...says.matchAll(/\{(\d)\}/g)].map((one) => Number(one[1])).sort()]).toEqual([sentence, Array.from({ length: gaps }, (_, nth) => nth + 1)]);
    }
  }
});
