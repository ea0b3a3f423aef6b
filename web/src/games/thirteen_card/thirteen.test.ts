import { describe, expect, it } from "vitest";
import type { LastRound, PointsAgainst, PointsReason, SettledHand, SettledSeat } from "../../lib/types";
import { resultSentence } from "./hands";
import { ownRowText, reasonsSum, reasonText, thirteenResult } from "./result";

const reason = (kind: string, points: number, given: Partial<PointsReason> = {}): PointsReason => ({
  kind,
  points,
  name: "",
  row: "",
  won_rows: 0,
  lost_rows: 0,
  ...given,
});
const bonus = (name: string, row: string, points: number): PointsReason => reason("bonus", points, { name, row });
const rows = (...results: ("won" | "lost" | "tied")[]): PointsAgainst["rows"] =>
  (["front", "middle", "back"] as const).map((row, index) => {
    const result = results[index] ?? "tied";
    const points = { won: 1, lost: -1, tied: 0 }[result];
    return { row, result, points, bonus: row === "middle" && result === "won" ? 2 : 0 };
  });
const AGAINST: PointsAgainst[] = [
  {
    seat: 1,
    rows: rows("won", "won", "won"),
    reasons: [reason("shot", 6, { won_rows: 3 }), bonus("full_house", "middle", 2)],
    points: 8,
    cents: 2400,
    owed_cents: 2400,
  },
  {
    seat: 3,
    rows: rows("won", "won", "lost"),
    reasons: [reason("rows", 1, { won_rows: 2, lost_rows: 1 }), bonus("full_house", "middle", 2), bonus("four_of_a_kind", "back", -4)],
    points: -1,
    cents: -300,
    owed_cents: -300,
  },
];
const seat = (number: number, points: number, against: PointsAgainst[] = []): SettledSeat => ({
  seat: number,
  put_in_cents: 100,
  won_cents: 0,
  returned_cents: 0,
  points,
  points_owed_cents: points * 300,
  points_cents: points * 300,
  fee_cents: 0,
  net_cents: points * 300 - 100,
  against,
});
const OWN = seat(2, 7, AGAINST);
const HAND: SettledHand = { pots: [], put_in_cents: 300, fee_cents: 400, seats: [seat(1, -14), OWN, seat(3, 11)] };
const made = (category: string, ...ranks: string[]) => ({ total: null, is_soft: false, category, ranks, cards: [] });
const LAST: LastRound = {
  round: "r1",
  status: "settled",
  family: "thirteen-card",
  cards: {
    "player:2/front": ["8s", "8h", "3h"],
    "player:2/middle": ["9s", "9d", "9h", "4h", "4s"],
    "player:2/back": ["Ac", "Ah", "Ad", "7h", "7s"],
    "player:3/back": ["Qc", "Qh", "Qd", "Qs", "Tc"],
  },
  hand_values: { "player:2/middle": made("full-house", "9", "4"), "player:3/back": made("four-of-a-kind", "Q", "T") },
  facts: { best: [3], best_with: "", "seat 1 end": "regular", "seat 2 end": "regular", "seat 3 end": "regular" },
};

describe("the result of a hand", () => {
  const result = thirteenResult(LAST, HAND, OWN);
  it("says what the viewer won, with the sum of the server", () => expect(result?.headline).toBe("You win 7 points, +$20"));
  it("names shots, bonuses and what they cost", () =>
    expect(result?.reasons.map(({ text }) => text)).toEqual([
      "A shot over seat 1.",
      "Nines full of fours: bonus 2 each from seats 1 and 3.",
      "Four queens at seat 3: costs 4.",
    ]));
  it("has each seat's own sum against the whole table", () =>
    expect(result?.others.map(({ tablePoints }) => tablePoints)).toEqual([-14, 11]));
  it("says how many seats a row beat", () => {
    expect(ownRowText(result?.others ?? [], "back").won).toBe("won 1 of 2");
    expect(ownRowText(result?.others ?? [], "middle").bonus).toBe(2);
  });
  it("shows the points of a seat as a sum", () => expect(AGAINST.map(reasonsSum)).toEqual(["6 + 2", "1 + 2 − 4"]));
  it("names each reason", () =>
    expect(AGAINST[1]?.reasons.map(reasonText)).toEqual(["Rows 2 to 1", "Full house, middle", "Four of a kind, back"]));
  it("is none for a seat that was not in the hand", () => expect(thirteenResult(LAST, HAND, seat(5, 0))).toBeNull());
  it("says it to the viewer who has the best hand", () => {
    const facts = { best: [2], best_with: "foul" };
    expect(resultSentence({ facts })).toBe("Seat 2 has the best hand: foul");
    expect(resultSentence({ facts, player: { results: [{ seat: 2 }] } })).toBe("You have the best hand: foul");
  });
});
