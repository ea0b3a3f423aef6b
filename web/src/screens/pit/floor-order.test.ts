import { describe, expect, it } from "vitest";
import type { AlertView, FloorTableView, SignificantEventResponse } from "../../wire.http";
import { eventText, groupEvents, groupText } from "./event-text";
import { alertsByNeed, FILTER_TESTS, FLOOR_FILTERS, isFound, roundInSearch, sortTables } from "./floor-order";
import { tableStateText } from "./table-state";

const alert = (kind: AlertView["kind"], urgency: AlertView["urgency"], since: number | null): AlertView => ({
  id: `${kind}-${since}`,
  kind,
  urgency,
  since,
  text: "",
  round: null,
  seat: null,
  cents: null,
  meter: "",
});

/** Return a line of the floor: an automated table of the house without players, between rounds. */
const line = (number: number, change: Partial<FloorTableView> = {}): FloorTableView =>
  ({
    table: `table-${number}`,
    number,
    display_name: "",
    title: "Midi Baccarat",
    short_title: "",
    other_names: [],
    house: "Demonstration",
    mode: "automated",
    banking: "house",
    phase: "between-rounds",
    is_running: true,
    is_in_play: false,
    closes_at: null,
    player_dealer: null,
    players: 0,
    chairs: [],
    next_step: { text: "", command: null },
    round: null,
    cards_dealt: 0,
    rounds_last_hour: 0,
    alerts: [],
    ...change,
  }) as FloorTableView;
const numbers = (tables: readonly FloorTableView[]): number[] => tables.map((table) => table.number);

describe("what needs somebody", () => {
  const tables = [
    line(5, { alerts: [alert("dispute", "stopped", 500)] }),
    line(33, { alerts: [alert("correction", "stopped", 300)] }),
    line(34, { alerts: [alert("dealing-late", "late", 100)] }),
    line(32, { alerts: [alert("jackpot", "money", 900), alert("paused", "late", 50)] }),
    line(7),
  ];

  it("is the loudest first, then the longest waiting, whatever waits longest elsewhere", () => {
    expect(alertsByNeed(tables).map(({ table, alert: { kind } }) => [table.number, kind])).toEqual([
      [32, "jackpot"],
      [33, "correction"],
      [5, "dispute"],
      [34, "dealing-late"],
    ]);
  });

  it("names a pause only where nothing else stops the table", () => {
    const held = line(9, { alerts: [alert("paused", "late", 50), alert("dealing-late", "late", 60)] });
    expect(alertsByNeed([held]).map(({ alert: { kind } }) => kind)).toEqual(["paused", "dealing-late"]);
  });

  it("orders the lines in the same way, and the quiet tables by number", () => {
    expect(numbers(sortTables([line(11), ...tables], "need"))).toEqual([32, 33, 5, 34, 7, 11]);
    expect(numbers(sortTables(tables, "number"))).toEqual([5, 7, 32, 33, 34]);
  });

  it("orders by game and then by number", () => {
    const games = [line(3, { title: "Ultimate War" }), line(9, { title: "Blackjack X" }), line(2, { title: "Ultimate War" })];
    expect(numbers(sortTables(games, "game"))).toEqual([9, 2, 3]);
  });
});

describe("the filters", () => {
  const tables = [
    line(1, { is_in_play: true, mode: "dealer-assist" }),
    line(2, { banking: "player-dealer" }),
    line(3, { phase: "closed" }),
    line(4, { is_in_play: true, banking: "seats" }),
  ];

  it("show the tables of their kind", () =>
    expect(FLOOR_FILTERS.map((name) => numbers(tables.filter(FILTER_TESTS[name])))).toEqual([[1, 2, 3, 4], [1, 4], [1], [1, 3], [3]]));
});

describe("the search", () => {
  const names = (table: FloorTableView): { table: string; game: string; round: string } => ({
    table: `Table ${table.number}`,
    game: table.title,
    round: table.round === null ? "" : `round ${table.round}`,
  });
  const chairs = [
    { seat: 1, is_taken: true, is_bot: false, is_third_party: false, is_own: false, name: "Ana Lõpez" },
    { seat: 2, is_taken: true, is_bot: true, is_third_party: false, is_own: false, name: "Bot Bruno" },
  ];
  const tables = [
    line(5, { chairs, round: 40 }),
    line(6, { title: "Blackjack X", other_names: ["21", "twenty-one"], round: 38 }),
    line(21),
    line(38, { title: "Texas Hold’em" }),
  ];
  const found = (search: string): number[] => numbers(tables.filter((table) => isFound(table, search, names(table))));

  it.each([
    ["holdem", [38]],
    ["hold’em", [38]],
    ["21", [6, 21]],
    ["twentyone", [6]],
    ["table 5", [5]],
    ["lopez", [5]],
    ["bruno", []],
    ["38", [38]],
    ["round 38", [6]],
    ["midi", [5, 21]],
    ["roulette", []],
  ] as [string, number[]][])("for %s finds the tables %j", (search, expected) => expect(found(search)).toEqual(expected));

  it.each([
    ["5/40", { tableNumber: 5, round: 40 }],
    ["table 5, round 40", { tableNumber: 5, round: 40 }],
    ["40", null],
    ["seat 5 table 5 round 40", null],
  ])("reads a table and its round in %s", (search, expected) => expect(roundInSearch(search)).toEqual(expected));
});

describe("what happens at a table now", () => {
  const text = (change: Partial<FloorTableView>): string => tableStateText(line(1, change), 10_000);

  it.each([
    [{ phase: "closed" }, "Closed"],
    [{ phase: "betting", closes_at: 18_200 }, "Betting, 9 s"],
    [{ phase: "betting" }, "Betting"],
    [{ phase: "dealing", cards_dealt: 3, next_step: { text: "", command: null, hand: "banker" } }, "Dealing, card 4"],
    [{ phase: "dealing", next_step: { text: "", command: null, seat: 4, choices: ["hit"] } }, "Seat 4 decides"],
    [{ phase: "dealing", next_step: { text: "", command: null, seat: 2 } }, "Seat 2 sets its hand"],
    [{ banking: "player-dealer" }, "No player-dealer"],
    [{ is_running: false, alerts: [alert("jackpot", "money", 1)] }, "Stopped: jackpot"],
    [{ phase: "between-rounds", alerts: [alert("jackpot", "money", 1)] }, "Jackpot to confirm"],
    [{ is_running: false, alerts: [alert("paused", "late", 1)] }, "Paused"],
  ] as [Partial<FloorTableView>, string][])("of %j is “%s”", (change, expected) => expect(text(change)).toBe(expected));
});

describe("events", () => {
  const event = (id: number, code: string, table_name: string, at = id): SignificantEventResponse =>
    ({ id, code, at, table_name, actor: "system", text: "" }) as never;

  it("of one kind at many tables are one line", () => {
    const opened = [6, 5, 4].map((id) => event(id, "table/opened", `table-${id}`));
    const groups = groupEvents([event(8, "table/call", "table-1"), ...opened, event(2, "table/closed", "table-1")]);
    expect(groups.map(({ event, tables }) => [event.code, tables.length])).toEqual([
      ["table/call", 1],
      ["table/opened", 3],
      ["table/closed", 1],
    ]);
    expect(groupText(groups[1]!)).toBe("Opened: 3 tables");
  });

  it("name a jackpot by its amount, seat and round, without ids", () => {
    const hit = { ...event(1, "jackpot/hit", "mini"), text: "royal-9/player: $5,800 at seat 1, pa-mini/000125/jackpot-1" };
    expect(eventText(hit)).toBe("Jackpot hit: $5,800 at seat 1, round 125");
  });

  it("of one table, or an hour apart, stay apart", () => {
    const apart = [
      event(9, "table/opened", "table-1", 9e6),
      event(8, "table/opened", "table-2", 5e6),
      event(7, "table/opened", "table-3", 1e6),
    ];
    const again = [6, 5, 4].map((id) => event(id, "table/call", "table-1"));
    expect(groupEvents([...apart, ...again])).toHaveLength(6);
  });
});
