import { describe, expect, it } from "vitest";
import type { LobbyTile } from "../lib/types";
import { EMPTY_FILTER, gamesByTableCount, matchesFilter, spokenLanguages, sortForLobby } from "./filter";
import { limitsText } from "./tile-status";

const tile = (given: Partial<LobbyTile>): LobbyTile =>
  ({
    table: "a",
    number: 4,
    called: "",
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

describe("what somebody looks for", () => {
  const finds = (wish: Partial<typeof EMPTY_FILTER>, given: Partial<LobbyTile> = {}, game = "Músico", called = "Table 4 · Lotus Room"): boolean =>
    matchesFilter(tile(given), { ...EMPTY_FILTER, ...wish }, game, called);

  it("is found by any of its words, without accents, and by its number as a whole", () => {
    for (const search of ["", "lotus", "BIG", "musico big", "4", "colorado", "21", "Twenty-One"]) expect([search, finds({ search })]).toEqual([search, true]);
    for (const search of ["lotus rose", "44", "zzz"]) expect([search, finds({ search })]).toEqual([search, false]);
    expect(finds({ search: "4" }, { number: 14 }, "x", "Table 14")).toBe(false);
  });

  it("has to take the stake that is asked for", () => {
    expect(finds({ stakeCents: 500 })).toBe(true);
    expect(finds({ stakeCents: 100 })).toBe(false);
    expect(finds({ stakeCents: 200_000 })).toBe(false);
    const brings = { least_cents: 10_000, most_cents: null, chip_cents: 100, limit_type: "", stakes_cents: [], cite: "" };
    expect(finds({ stakeCents: 200_000 }, { buy_in: brings, limit: { least_cents: 10_000, most_cents: 0 } })).toBe(true);
  });

  it("has to be of that game, kind and language", () => {
    expect(finds({ game: "Other" })).toBe(false);
    expect(finds({ kind: "player_dealt" })).toBe(false);
    expect(finds({ kind: "open_only" }, { phase: "closed" })).toBe(false);
    expect(finds({ language: "vi" }, { languages: ["en", "vi"] })).toBe(true);
    expect(finds({ language: "vi" })).toBe(false);
  });
});

it("says what one plays with, or brings where seats play one another", () => {
  const brings = { least_cents: 5000, most_cents: 100_000, chip_cents: 100, limit_type: "", stakes_cents: [], cite: "" };
  expect(limitsText(tile({}))).toBe("$5 to $1,000");
  expect(limitsText(tile({ buy_in: brings, limit: { least_cents: 5000, most_cents: 100_000 } }))).toBe("Buy-in $50 to $1,000");
  expect(limitsText(tile({ buy_in: { ...brings, most_cents: null }, limit: { least_cents: 5000, most_cents: 0 } }))).toBe("Buy-in from $50");
});

it("favourites come first, then what can be played at once", () => {
  const tiles = [tile({ table: "full", seats_taken: 7, bets_open: false }), tile({ table: "open" }), tile({ table: "loved", bets_open: false })];
  expect(sortForLobby(tiles, ["loved"]).map((one) => one.table)).toEqual(["loved", "open", "full"]);
});

it("lists every language once", () => {
  expect(spokenLanguages([tile({ languages: ["vi", "en"] }), tile({ languages: ["en"] })])).toEqual(["en", "vi"]);
});

it("names the games with the most tables first, and none that has no name", () => {
  const tiles = ["one", "two", "two", ""].map((family) => tile({ family }));
  expect(gamesByTableCount(tiles, (each) => each.family.toUpperCase()).map(({ title, family }) => [title, family])).toEqual([["TWO", "two"], ["ONE", "one"]]);
});
