import { expect, it } from "vitest";
import type { TableSession } from "../table-session.svelte";
import { LastTouches } from "./last-touches.svelte";
import { columnsFor } from "./side-by-side";

it.each([
  [2, 1280, 800, 2],
  [3, 1280, 800, 3],
  [4, 1280, 800, 2],
  [4, 1280, 720, null],
  [4, 1024, 768, null],
  [4, 1920, 1080, 2],
  [4, 1920, 900, 4],
  [2, 390, 844, null],
  [2, 1280, 500, null],
])("%i tables on a screen of %i by %i have %s columns", (tables, width, height, columns) =>
  expect(columnsFor(tables, width, height)).toBe(columns),
);

it("undoes the last touch at any table, also after a table has dropped its own touches", () => {
  const undone: string[] = [];
  const session = (name: string): Pick<TableSession, "play"> => ({
    play: { undo: () => undone.push(name) } as unknown as TableSession["play"],
  });
  const [one, two] = [session("one"), session("two")];
  const touches = new LastTouches();
  expect(touches.canUndo).toBe(false);
  touches.update([one, two], [1, 0]);
  touches.update([one, two], [1, 1]);
  touches.update([one, two], [2, 1]);
  touches.undo();
  touches.update([one, two], [1, 1]);
  touches.undo();
  touches.update([one, two], [1, 0]);
  expect(undone).toEqual(["one", "two"]);
  touches.update([one, two], [0, 0]);
  expect(touches.canUndo).toBe(false);
});
