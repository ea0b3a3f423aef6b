import { describe, expect, it } from "vitest";
import type { LobbyTile } from "../../lib/types";
import { EMPTY_FILTER, gamesByTableCount, matchesFilter, spokenLanguages, sortForLobby } from "./filter";
import { limitsText } from "../shell/tile-status";

const tile = (given: Partial<LobbyTile>): LobbyTile =>
  ({
    table: "a",
    number: 4,
    display_name: "",
    languages: [],
    title: "Big Table",
    other_names: ["21", "twenty-one"],
    house: "Colorado",
    banking: "house",
    mode: "automated",
    phase: "betting",
    is_running: true,
    bets_open: true,
    seats: 7,
    seats_taken: 0,
    limit: { least_cents: 500, most_cents: 100_000 },
    ...given,
  }) as LobbyTile;

describe("the lobby filter", () => {
  const isFound = (
    filter: Partial<typeof EMPTY_FILTER>,
    given: Partial<LobbyTile> = {},
    game = "Músico",
    tableName = "Table 4 · Lotus Room",
  ): boolean => matchesFilter(tile(given), { ...EMPTY_FILTER, ...filter }, game, tableName);

  it("finds a table by any of its words, without accents, and by its whole number", () => {
    for (const search of ["", "lotus", "BIG", "musico big", "4", "colorado", "21", "Twenty-One"])
      expect([search, isFound({ search })]).toEqual([search, true]);
    for (const search of ["lotus rose", "44", "zzz"]) expect([search, isFound({ search })]).toEqual([search, false]);
    expect(isFound({ search: "4" }, { number: 14 }, "x", "Table 14")).toBe(false);
  });

  it("finds tables whose limits include the stake", () => {
    expect(isFound({ stakeCents: 500 })).toBe(true);
    expect(isFound({ stakeCents: 100 })).toBe(false);
    expect(isFound({ stakeCents: 200_000 })).toBe(false);
    const buyIn = { least_cents: 10_000, most_cents: null, chip_cents: 100, limit_type: "", stakes_cents: [], cite: "" };
    expect(isFound({ stakeCents: 200_000 }, { buy_in: buyIn, limit: { least_cents: 10_000, most_cents: 0 } })).toBe(true);
  });

  it("finds tables of the game, kind and language", () => {
    expect(isFound({ game: "Other" })).toBe(false);
    expect(isFound({ kind: "player_dealt" })).toBe(false);
    expect(isFound({ kind: "open_only" }, { phase: "closed" })).toBe(false);
    expect(isFound({ language: "vi" }, { languages: ["en", "vi"] })).toBe(true);
    expect(isFound({ language: "vi" })).toBe(false);
  });
});

it("shows the limits, or the buy-in of a table-stakes game", () => {
  const buyIn = { least_cents: 5000, most_cents: 100_000, chip_cents: 100, limit_type: "", stakes_cents: [], cite: "" };
  expect(limitsText(tile({}))).toBe("$5 to $1,000");
  expect(limitsText(tile({ buy_in: buyIn, limit: { least_cents: 5000, most_cents: 100_000 } }))).toBe("Buy-in $50 to $1,000");
  expect(limitsText(tile({ buy_in: { ...buyIn, most_cents: null }, limit: { least_cents: 5000, most_cents: 0 } }))).toBe("Buy-in from $50");
});

it("sorts favourites first, then tables that take bets now", () => {
  const tiles = [
    tile({ table: "full", seats_taken: 7, bets_open: false }),
    tile({ table: "open" }),
    tile({ table: "favourite", bets_open: false }),
  ];
  expect(sortForLobby(tiles, ["favourite"]).map((shown) => shown.table)).toEqual(["favourite", "open", "full"]);
});

it("lists every language once", () => {
  expect(spokenLanguages([tile({ languages: ["vi", "en"] }), tile({ languages: ["en"] })])).toEqual(["en", "vi"]);
});

it("sorts games by number of tables and leaves out games without a title", () => {
  const tiles = ["one", "two", "two", ""].map((family) => tile({ family }));
  expect(gamesByTableCount(tiles, (shown) => shown.family.toUpperCase()).map(({ title, family }) => [title, family])).toEqual([
    ["TWO", "two"],
    ["ONE", "one"],
  ]);
});
