import { describe, expect, it } from "vitest";
import { gameTitle } from "../../table/game-loader";
import { GAMES } from "../../games";
import { preferences } from "../../lib/preferences.svelte";
import type { LobbyTile } from "../../lib/types";
import { EMPTY_FILTER, familiesByTableCount, findTables, matchesFilter, sortForLobby, spokenLanguages, stakeOptions } from "./filter";
import { limitsText } from "../shell/tile-status";

const [FAMILY = "", OTHER_FAMILY = ""] = Object.keys(GAMES);
const tile = (given: Partial<LobbyTile>): LobbyTile =>
  ({
    table: "a",
    number: 4,
    display_name: "Lotus Room",
    languages: [],
    title: "Big Table",
    short_title: "Big",
    family: FAMILY,
    other_names: ["21", "twenty-one"],
    house: "Colorado",
    banking: "house",
    mode: "automated",
    phase: "betting",
    is_running: true,
    bets_open: true,
    closes_at: null,
    is_in_play: false,
    seats: 7,
    seats_taken: 0,
    limit: { least_cents: 500, most_cents: 100_000 },
    ...given,
  }) as LobbyTile;

describe("the lobby filter", () => {
  const isFound = (filter: Partial<typeof EMPTY_FILTER>, given: Partial<LobbyTile> = {}): boolean =>
    matchesFilter(tile(given), { ...EMPTY_FILTER, ...filter });

  it("finds tables whose limits include the stake", () => {
    expect(isFound({ stakeCents: 500 })).toBe(true);
    expect(isFound({ stakeCents: 100 })).toBe(false);
    expect(isFound({ stakeCents: 200_000 })).toBe(false);
    const buyIn = { least_cents: 10_000, most_cents: null, chip_cents: 100, limit_type: "", stakes_cents: [], cite: "" };
    expect(isFound({ stakeCents: 200_000 }, { buy_in: buyIn, limit: { least_cents: 10_000, most_cents: 0 } })).toBe(true);
  });

  it("finds tables by game, free seat, dealer and language", () => {
    expect(isFound({ family: FAMILY })).toBe(true);
    expect(isFound({ family: OTHER_FAMILY })).toBe(false);
    expect(isFound({ hasFreeSeat: true })).toBe(true);
    expect(isFound({ hasFreeSeat: true }, { seats_taken: 7 })).toBe(false);
    expect(isFound({ hasFreeSeat: true }, { phase: "closed" })).toBe(false);
    expect(isFound({ hasDealer: true })).toBe(false);
    expect(isFound({ hasDealer: true }, { mode: "dealer-assist" })).toBe(true);
    expect(isFound({ language: "vi" }, { languages: ["en", "vi"] })).toBe(true);
    expect(isFound({ language: "vi" })).toBe(false);
  });

  it("offers the lowest minimums as stakes", () => {
    const minimums = [500, 100, 500, 1000, 2500].map((least) => tile({ limit: { least_cents: least, most_cents: 10_000 } }));
    expect(stakeOptions(minimums)).toEqual([100, 500, 1000]);
  });
});

describe("the search", () => {
  const tiles = [
    tile({ table: "a" }),
    tile({ table: "b", number: 21, family: OTHER_FAMILY, other_names: [], title: "Hold 'em Club", house: "x" }),
  ];
  const reasons = (search: string): string[] => findTables(search, tiles).map((group) => group.reason);

  it("says why a table was found: another name of the game, its number, or a word of its name", () => {
    expect(reasons("21")).toEqual([`${gameTitle(FAMILY)}, also called 21`, "Table 21 · Lotus Room"]);
    expect(reasons(gameTitle(FAMILY).toUpperCase())).toEqual([gameTitle(FAMILY)]);
    expect(reasons("colorado")).toEqual(["“colorado” in the name"]);
    expect(reasons("zzz")).toEqual([]);
  });

  it.each(["holdem", "hold em", "HOLD'EM", "hold  'em club"])("finds %s without apostrophes and spaces", (search) =>
    expect(findTables(search, tiles).flatMap((group) => group.tiles.map((found) => found.table))).toEqual(["b"]),
  );

  it("finds every game by its name in every language", () => {
    for (const [family, { titles }] of Object.entries(GAMES))
      for (const name of Object.values(titles)) {
        const [group] = findTables(name.toLowerCase().normalize("NFD"), [tile({ family, title: "x", other_names: [] })]);
        expect([name, group?.tiles.length]).toEqual([name, 1]);
      }
  });

  it("names the game in the viewer's language", () => {
    preferences.update({ language: "es" });
    expect(reasons(GAMES[FAMILY]?.titles.es ?? "")).toEqual([GAMES[FAMILY]?.titles.es]);
    preferences.update({ language: "en" });
  });
});

it("shows the limits, or the buy-in of a table-stakes game", () => {
  const buyIn = { least_cents: 5000, most_cents: 100_000, chip_cents: 100, limit_type: "", stakes_cents: [], cite: "" };
  expect(limitsText(tile({}))).toBe("$5–$1,000");
  expect(limitsText(tile({ buy_in: buyIn, limit: { least_cents: 5000, most_cents: 100_000 } }))).toBe("Buy-in $50 to $1,000");
  expect(limitsText(tile({ buy_in: { ...buyIn, most_cents: null }, limit: { least_cents: 5000, most_cents: 0 } }))).toBe("Buy-in from $50");
});

it("sorts tables in play first, favourites before the others, then those that close soonest; then those that take bets, the others and closed ones", () => {
  const playing = { is_in_play: true, closes_at: 900 };
  const tiles = [
    tile({ table: "closed", phase: "closed", number: 1 }),
    tile({ table: "idle", number: 9 }),
    tile({ table: "idle favourite", number: 10 }),
    tile({ table: "late", ...playing }),
    tile({ table: "soon", ...playing, closes_at: 500 }),
    tile({ table: "favourite", ...playing }),
    tile({ table: "dealing", is_in_play: true, phase: "dealing" }),
    tile({ table: "waits for a bank", number: 2, bets_open: false }),
  ];
  const order = ["favourite", "soon", "late", "dealing", "idle favourite", "idle", "waits for a bank", "closed"];
  expect(sortForLobby(tiles, ["favourite", "idle favourite"]).map((shown) => shown.table)).toEqual(order);
});

it("lists every language once", () => {
  expect(spokenLanguages([tile({ languages: ["vi", "en"] }), tile({ languages: ["en"] })])).toEqual(["en", "vi"]);
});

it("sorts families by number of tables", () => {
  const tiles = ["one", "two", "two"].map((family) => tile({ family }));
  expect(familiesByTableCount(tiles)).toEqual([
    { family: "two", tables: 2 },
    { family: "one", tables: 1 },
  ]);
});
