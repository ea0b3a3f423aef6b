import { describe, expect, it } from "vitest";
import { GAMES } from "./index";
import type { Screen } from "./parts";
import { gameOf, load, namesOf, partsOf } from "./slots";

const SCREENS: readonly Screen[] = ["names", "terminal", "board", "lobby", "dealer", "pit"];

describe.each(Object.keys(GAMES))("the room of %s", (family) => {
  it.each(SCREENS)("has its parts for the screen: %s", async (screen) => {
    const parts = await load(screen, family);
    for (const part of Object.values(parts)) expect(part).not.toBeUndefined();
    expect(partsOf(screen, family)).toBe(parts);
  });

  it("names a hand", async () => {
    await load("names", family);
    expect(namesOf(family).hand("player")).not.toBe("");
  });
});

describe("a family without a room", () => {
  it("is told by its name, and gets no other's parts", async () => {
    await expect(load("terminal", "faro")).rejects.toThrow('These pages know no game of the family "faro".');
    expect(() => gameOf("toString")).toThrow("toString");
    expect(() => partsOf("board", "faro")).toThrow("before they are loaded");
  });
});
