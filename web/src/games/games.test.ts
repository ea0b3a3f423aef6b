import { describe, expect, it } from "vitest";
import { GAMES } from "./index";
import type { ScreenName } from "./parts";
import { gameDefinition, loadParts, gameNames, loadedParts } from "./load";

const SCREENS: readonly ScreenName[] = ["names", "terminal", "board", "lobby", "dealer", "pit"];

describe.each(Object.keys(GAMES))("the game %s", (family) => {
  it.each(SCREENS)("provides all parts for the screen %s", async (screen) => {
    const parts = await loadParts(screen, family);
    for (const part of Object.values(parts)) expect(part).not.toBeUndefined();
    expect(loadedParts(screen, family)).toBe(parts);
  });

  it("has a name for a hand", async () => {
    await loadParts("names", family);
    expect(gameNames(family).handName("player")).not.toBe("");
  });
});

describe("an unknown family", () => {
  it("raises an error with its name", async () => {
    await expect(loadParts("terminal", "faro")).rejects.toThrow('These pages know no game of the family "faro".');
    expect(() => gameDefinition("toString")).toThrow("toString");
    expect(() => loadedParts("board", "faro")).toThrow("before they are loaded");
  });
});
