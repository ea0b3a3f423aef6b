import { expect, it } from "vitest";
import { Sentences, type Said } from "./sentences";

const books = import.meta.glob<{ default: Said }>("../../../src/croupier/rulebook/words/*.json", { eager: true });
const bookOf = (language: string): Said => books[`../../../src/croupier/rulebook/words/${language}.json`]?.default ?? {};

it("a sentence is told whole, by its pattern, or not at all", () => {
  const spanish = new Sentences(bookOf("es"));
  expect(spanish.told("Loses otherwise.")).toBe("En otro caso pierde.");
  expect(spanish.told("Pushes when the hands tie. Loses otherwise.")).toBe("Se devuelve cuando las manos empatan. En otro caso pierde.");
  expect(spanish.told("Only with a wager on Player line, Banker line or Tie.")).toBe("Solo con una apuesta en Línea del jugador, Línea de la banca o Empate.");
  expect(spanish.told("The moon is full.")).toBeNull();
  expect(spanish.told("Nobody decides anything. Players pay nothing.")).toBe("Nadie decide nada. Los jugadores no pagan nada.");
  expect(spanish.told("Nobody decides anything. The moon is full.")).toBeNull();
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
