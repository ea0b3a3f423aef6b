import { describe, expect, it } from "vitest";
import { tableView } from "../testing/table-view";
import { dealingSentence } from "./terminal/parts";
import { betPosition, seatPositions } from "./terminal/seat-positions";
import { seatsClockwiseFrom, potResult, resultSentence } from "./hands";

const FACTS = { players: 3, saw_flop: true, showdown: true, pots: 1, pot_cents: 18_400, fee_cents: 500, winners: [3], button: 1 };
const MADE = { "player:3": { total: null, is_soft: false, category: "two-pair", ranks: ["K", "8", "A"], cards: [] } };
const CARDS = { board: ["Kd", "8s", "3c", "Jc", "8h"], "player:3": ["Kh", "Ac"], "player:5": ["??", "??"] };
const over = (given: object = {}) => ({ cards: CARDS, facts: { ...FACTS, ...given } as never, hand_values: MADE });

describe("a hand that is over", () => {
  it("is told by who won, how much, and with what", () => expect(resultSentence(over())).toBe("Seat 3 wins $184 with kings and eights"));
  it("is told without the cards where nobody showed any", () => expect(resultSentence(over({ showdown: false }))).toBe("Seat 3 wins $184"));
  it("is told of all who share it", () => expect(resultSentence(over({ winners: [3, 5] }))).toContain("Seats 3 and 5 share $184"));
  it("keeps the fee apart", () => expect(potResult(over()).feeCents).toBe(500));
});

describe("a hand that is dealt", () => {
  const card = (nth: number) => ({ nth, place: nth });
  const at = (board: number) => {
    const hand = { stage: board === 5 ? "showdown" : "flop", seats: [{ seat: 3, state: "in" }], betting: null };
    const cards = (count: number) => Array.from({ length: count }, (_, nth) => card(nth + 1));
    return tableView({ phase: "dealing", table_stakes: { hand } as never, hands: { "player:3": cards(2), board: cards(board) } as never });
  };

  it("says that cards come only while some are still to come", () => {
    expect(dealingSentence(at(3)).next).toBe("The dealer opens the next cards.");
    expect(dealingSentence(at(5))).toEqual({ main: "Showdown", next: "All cards lie open: the hands are compared." });
  });
});

describe("the rail", () => {
  it("has a place of its own for every seat", () => {
    for (const seats of [2, 4, 6, 8, 9])
      for (const isTall of [false, true]) expect(new Set(seatPositions(seats, isTall).map(({ x, y }) => `${x} ${y}`)).size).toBe(seats);
  });
  it("begins at the bottom with one's own seat, and goes on clockwise", () => {
    expect(seatPositions(9, false)[0]).toEqual({ x: 50, y: 86 });
    expect(seatPositions(9, false)[1]?.x).toBeLessThan(50);
    expect(seatsClockwiseFrom([{ seat: 1 }, { seat: 2 }, { seat: 3 }], 2).map((one) => one.seat)).toEqual([2, 3, 1]);
  });
  it("has bets nearer to the middle than the seats", () => expect([betPosition({ x: 8, y: 61 }, false).x, betPosition({ x: 13, y: 48 }, true).x].every((x) => x > 13)).toBe(true));
});
