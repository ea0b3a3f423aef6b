import { describe, expect, it } from "vitest";
import type { LobbyTile } from "../../lib/types";
import { shortLimits } from "../../lib/table-name";
import { MAX_LARGE, meterGroups, placeTables, stateOf, wallGrid, type WallTables } from "./wall-tables";

function tile(number: number, changes: Partial<LobbyTile> = {}): LobbyTile {
  return {
    table: `t${number}`,
    number,
    phase: "betting",
    is_running: true,
    is_in_play: true,
    seats: 7,
    seats_taken: 3,
    limit: { least_cents: 500, most_cents: 100_000 },
    progressives: [],
    ...changes,
  } as LobbyTile;
}
const idle = (number: number): LobbyTile => tile(number, { is_in_play: false });
const numbers = (tiles: readonly LobbyTile[]): number[] => tiles.map((one) => one.number);
const names = ({ large }: WallTables): string[] => large.map((one) => one.table);

describe("the tables of a wall", () => {
  it("are large in the order of their numbers if they are in play", () => {
    const shut = tile(1, { phase: "closed", is_in_play: false });
    const placed = placeTables([tile(9), idle(2), tile(4), shut, tile(30), ...[31, 32, 33, 34, 35].map(idle)], []);
    expect(numbers(placed.large)).toEqual([4, 9, 30]);
    expect(numbers(placed.open)).toEqual([2, 31, 32, 33, 34, 35]);
    expect(numbers(placed.closed)).toEqual([1]);
  });

  it("are all large in a house of few tables, but on a phone only those in play", () => {
    const few = [tile(1), idle(2), idle(3)];
    expect(numbers(placeTables(few, []).large)).toEqual([1, 2, 3]);
    expect(numbers(placeTables(few, [], false, false).large)).toEqual([1]);
  });

  it("are all somewhere, whatever their number", () => {
    for (let count = 0; count <= 60; count += 1) {
      const tiles = Array.from({ length: count }, (_, index) =>
        tile(index + 1, { is_in_play: index % 3 > 0, phase: index % 7 === 0 ? "closed" : "betting" }),
      );
      const { large, alsoInPlay, open, closed } = placeTables(tiles, []);
      expect(numbers([...large, ...alsoInPlay, ...open, ...closed]).sort((a, b) => a - b)).toEqual(numbers(tiles));
      expect(large.length).toBeLessThanOrEqual(MAX_LARGE);
    }
  });

  it("with the most players are large if more than eight are in play; the rest lead the list", () => {
    const tiles = Array.from({ length: 13 }, (_, index) => tile(index + 1, { seats_taken: index < 5 ? 1 : 6 }));
    const placed = placeTables([...tiles, idle(14)], []);
    expect(numbers(placed.large)).toEqual([6, 7, 8, 9, 10, 11, 12, 13]);
    expect(numbers(placed.alsoInPlay)).toEqual([1, 2, 3, 4, 5]);
    expect(numbers(placed.open)).toEqual([14]);
  });

  it("keep their places while they play: a newcomer takes the place that became free", () => {
    const first = placeTables(
      [1, 2, 3, 4, 5, 6, 7, 8].map((number) => tile(number)),
      [],
    );
    const fuller = [tile(1), idle(2), ...[3, 4, 5, 6, 7, 8].map((number) => tile(number)), tile(40, { seats_taken: 7 })];
    const second = placeTables(fuller, names(first));
    expect(numbers(second.large)).toEqual([1, 40, 3, 4, 5, 6, 7, 8]);
    const third = placeTables([...fuller.slice(0, 1), tile(2, { seats_taken: 7 }), ...fuller.slice(2)], names(second));
    expect(numbers(third.large)).toEqual(numbers(second.large));
    expect(numbers(third.alsoInPlay)).toEqual([2]);
  });

  it("with a jackpot that was hit are large, in the place of the table with the fewest players", () => {
    const eight = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => tile(number, { seats_taken: number === 3 ? 1 : 5 }));
    const hit = tile(32, { seats_taken: 2, has_jackpot: true });
    expect(numbers(placeTables([...eight, hit], []).large)).toEqual([1, 2, 4, 5, 6, 7, 8, 32]);
    const placed = placeTables([...eight, hit], names(placeTables(eight, [])));
    expect(numbers(placed.large)).toEqual([1, 2, 32, 4, 5, 6, 7, 8]);
  });

  it("are placed anew when their number changes", () => {
    const first = placeTables([tile(4), tile(9)], []);
    expect(numbers(placeTables([tile(2), tile(4), tile(9)], names(first)).large)).toEqual([2, 4, 9]);
  });

  it("that the viewer named are large even if nobody plays", () => {
    const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(idle);
    expect(numbers(placeTables(nine, [], true).large)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(placeTables(nine, []).large).toEqual([]);
  });

  it("are all large in a house with at most eight open ones, even if nobody plays", () => {
    expect(numbers(placeTables([idle(3), idle(1), tile(2, { phase: "closed", is_in_play: false })], []).large)).toEqual([1, 3]);
  });

  it("grow when there are few", () => {
    expect([1, 2, 3, 4, 6, 8].map((count) => wallGrid(count, "landscape").columns)).toEqual([1, 2, 3, 2, 3, 4]);
    expect(wallGrid(8, "landscape")).toEqual({ columns: 4, rows: 2 });
    expect(wallGrid(8, "portrait")).toEqual({ columns: 2, rows: 4 });
    expect(wallGrid(3, "portrait")).toEqual({ columns: 1, rows: 3 });
  });
});

it("gives the limits of the lines, or the stakes where seats play against each other", () => {
  expect(shortLimits(tile(1))).toBe("$5–$1,000");
  const buyIn = { least_cents: 4000, most_cents: 20_000, chip_cents: 100, limit_type: "no-limit", stakes_cents: [100, 200], cite: "" };
  expect(shortLimits(tile(1, { buy_in: buyIn }))).toBe("$1 / $2");
  const points = { ...buyIn, least_cents: 6000, most_cents: null, limit_type: "", stakes_cents: [300, 100] };
  expect(shortLimits(tile(1, { buy_in: points }))).toBe("$60+");
});

it("says what a table in play is doing", () => {
  expect(stateOf(tile(1, { phase: "dealing" }))).toBe("dealing");
  expect(stateOf(tile(1, { phase: "dealing", is_running: false }))).toBe("paused");
  expect(stateOf(tile(1, { phase: "between-rounds" }))).toBe("between");
});

it("shows each meter of the house once, with its tables, and what was hit", () => {
  const meter = (linked: string, title: string, cents: number | null, hit_cents: number | null = null) => ({
    meter: linked,
    linked,
    title,
    wager: linked.split("/")[0] ?? "",
    cents,
    hit_cents,
  });
  const royal = [meter("royal/both", "Royal 9: both hands", 4_821_635), meter("royal/player", "Royal 9: Player", 100_000, 587_190)];
  const shared = meter("shared", "99 Fortunes", 2_541_820);
  const tiles = [tile(25, { progressives: [shared] }), tile(32, { progressives: royal }), tile(7, { progressives: [shared] })];
  expect(meterGroups(tiles, (title) => title)).toEqual([
    {
      title: "Royal 9",
      tables: [32],
      meters: [
        { id: "royal/both", title: "both hands", cents: 4_821_635, hitCents: null },
        { id: "royal/player", title: "Player", cents: 100_000, hitCents: 587_190 },
      ],
    },
    { title: "99 Fortunes", tables: [7, 25], meters: [{ id: "shared", title: "", cents: 2_541_820, hitCents: null }] },
  ]);
});
