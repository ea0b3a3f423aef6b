import { describe, expect, it } from "vitest";
import type { LastRound } from "../../lib/types";
import { GAME, settledRound, tableView, wager } from "../testing/table-view";
import { loadParts } from "../../table/game-loader";
import { capitalized, distinctLetters, handBadges, handsOnTable, noWinnerBadge, roundMarks, seatOfHand, spotRows } from "./hands";

const HANDS = ["heron", "hawk"];
const view = tableView({ game: { ...GAME, family: "birds", hands: HANDS }, phase: "between-rounds", hands: {} });
const last = (facts: object): LastRound =>
  settledRound([], {
    family: "birds",
    cards: { heron: ["9s"], hawk: ["4d"] },
    hand_values: { heron: { total: null, is_soft: false, category: null, ranks: [], cards: ["9s"], text: "Nine" } },
    facts: facts as never,
  });

describe("names", () => {
  it("have letters of their own where possible", () => {
    expect(distinctLetters(["Heron", "Hawk", "Owl"])).toEqual(["H", "A", "O"]);
    expect(distinctLetters(["A", "A", "龙"])).toEqual(["A", "A", "龙"]);
  });

  it("are made from ids", async () => {
    const { handName, choiceName } = await loadParts("names", "birds");
    expect([capitalized("double-down"), choiceName("swap"), seatOfHand("player:12/1"), seatOfHand("player")]).toEqual([
      "Double down",
      "Swap",
      12,
      null,
    ]);
    expect(["heron", "player:2", "player:2/1"].map(handName)).toEqual(["Heron", "Seat 2", "Seat 2, hand 1"]);
  });
});

describe("hands", () => {
  it("have a shape each, and a round without a winner has the diamond", () => {
    const badges = [...handBadges(["a", "b", "c", "d", "e"], (hand) => hand), noWinnerBadge("none")];
    expect(badges.map((badge) => badge.shape)).toEqual(["circle", "square", "hexagon", "shield", "circle", "diamond"]);
    const round = { outcome: "Even", cards: {} };
    const marks = roundMarks(
      [
        { ...round, winner: "b" },
        { ...round, winner: "" },
      ],
      badges,
    );
    expect(marks.map(({ side }) => (typeof side === "string" ? side : side.letter))).toEqual(["B", "="]);
  });

  it("of the last round show value and winner", () => {
    const { hands, hasNoWinner } = handsOnTable(view, last({ winner: "heron" }), false);
    expect(hands.map(({ name, value, isWinner }) => [name, value, isWinner])).toEqual([
      ["heron", "Nine", true],
      ["hawk", "", false],
    ]);
    expect(hasNoWinner).toBe(false);
  });

  it("are neither lit nor dark if nobody won or the round is void", () => {
    const even = handsOnTable(view, last({ winner: "" }), false);
    expect([even.hasNoWinner, ...even.hands.map((hand) => hand.isWinner)]).toEqual([true, null, null]);
    const voided = handsOnTable(view, { ...last({ winner: "hawk" }), status: "void" }, false);
    expect([voided.hasNoWinner, ...voided.hands.map((hand) => hand.isWinner)]).toEqual([false, null, null]);
  });
});

describe("spots", () => {
  const line = (id: string) => wager(id, { group: "line", zone: id });
  const wagers = [line("heron"), line("hawk"), ...["p", "q", "r", "s"].map((id) => wager(id))];
  const ids = (isPhone: boolean, all = wagers) => spotRows(all, HANDS, isPhone).map((row) => row.map((spot) => spot.wager.id));

  it("have the lines outside on a large screen, at most four a row", () => {
    expect(ids(false)).toEqual([
      ["heron", "p", "q", "hawk"],
      ["r", "s"],
    ]);
  });

  it("have the lines first on a phone, two a row, and three for the rest of nine or more", () => {
    expect(ids(true)).toEqual([
      ["heron", "hawk"],
      ["p", "q"],
      ["r", "s"],
    ]);
    const many = [...wagers, ...["t", "u", "v"].map((id) => wager(id))];
    expect(ids(true, many).map((row) => row.length)).toEqual([2, 3, 3, 1]);
  });
});
