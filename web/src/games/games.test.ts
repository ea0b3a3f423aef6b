import { describe, expect, it } from "vitest";
import { GAME_FOLDERS } from "../../chunks";
import { generic } from "./generic/game";
import { GAMES } from "./index";
import type { ScreenName } from "../table/game-parts";
import { gameDefinition, loadParts, gameNames, loadedParts } from "../table/game-loader";

const SCREENS: readonly ScreenName[] = ["names", "terminal", "board", "lobby", "dealer", "pit"];

describe.each([...Object.keys(GAMES), "of-another-package"])("the game %s", (family) => {
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

it("has a folder whose files the first page preloads, for each game", () => {
  expect(Object.keys(GAME_FOLDERS).sort()).toEqual([...Object.keys(GAMES), "generic"].sort());
});

describe("a family that is not in the registry", () => {
  it("is played on the generic table", () => {
    expect([gameDefinition("faro"), gameDefinition("toString")]).toEqual([generic, generic]);
    expect(() => loadedParts("board", "faro")).toThrow("before they are loaded");
  });
});
