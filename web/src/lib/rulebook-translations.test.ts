import { expect, it, vi } from "vitest";
import { preferences } from "./preferences.svelte";
import { translateRulebookText } from "./rulebook-translations.svelte";

vi.mock("./api", () => ({ get: () => Promise.resolve({ "from-outside": ["Tie", "Dragon", "Tiger"] }) }));

it("leaves the texts of a game from outside in English, and translates what croupier says of it", async () => {
  preferences.update({ language: "es" });
  await vi.waitFor(() => expect(translateRulebookText("Tie")).toBe("Empate"));
  const texts = ["Tie", "Dragon", "Tiger", "8 to 1", "Not together with Dragon."];
  const translated = (rulebook: string): string[] => texts.map((text) => translateRulebookText(text, { rulebook }));
  expect(translated("from-outside")).toEqual(["Tie", "Dragon", "Tiger", "8 a 1", "No junto con Dragon."]);
  expect(translated("ca-mah-jong-pai-gow")).toEqual(["Empate", "Dragón", "Tiger", "8 a 1", "No junto con Dragón."]);
  preferences.update({ language: "en" });
});
