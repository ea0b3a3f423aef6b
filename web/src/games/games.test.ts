import { describe, expect, it } from "vitest";
import { GAMES } from "./index";
import type { ScreenName } from "./parts";
import { gameDefinition, loadParts, gameNames, loadedParts } from "./load";

const SCREENS: readonly ScreenName[] = ["names", "terminal", "board", "lobby", "dealer", "pit"];

describe.each(Object.keys(GAMES))("the room of %s", (family) => {
  it.each(SCREENS)("has its parts for the screen: %s", async (screen) => {
    const parts = await loadParts(screen, family);
    for (const part of Object.values(parts)) expect(part).not.toBeUndefined();
    expect(loadedParts(screen, family)).toBe(parts);
  });

  it("names a hand", async () => {
    await loadParts("names", family);
    expect(gameNames(family).handName("player")).not.toBe("");
  });
});

describe("a family without a room", () => {
  it("is told by its name, and gets no other's parts", async () => {
    await expect(loadParts("terminal", "faro")).rejects.toThrow('These pages know no game of the family "faro".');
    expect(() => gameDefinition("toString")).toThrow("toString");
    expect(() => loadedParts("board", "faro")).toThrow("before they are loaded");
  });
});
