import { describe, expect, it } from "vitest";
import { tableView } from "../testing/table-view";
import { dealingSentence } from "./sentences";
import { betPosition, seatPositions } from "./seat-positions";
import { seatsClockwiseFrom, potResult, resultReason, resultSentence } from "./hands";

const FACTS = { players: 3, saw_flop: true, showdown: true, pots: 1, pot_cents: 18_400, fee_cents: 500, winners: [3], button: 1 };
const HAND_VALUES = { "player:3": { total: null, is_soft: false, category: "two-pair", ranks: ["K", "8", "A"], cards: [] } };
const CARDS = { board: ["Kd", "8s", "3c", "Jc", "8h"], "player:3": ["Kh", "Ac"], "player:5": ["??", "??"] };
const finishedHand = (given: object = {}) => ({ cards: CARDS, facts: { ...FACTS, ...given } as never, hand_values: HAND_VALUES });

describe("a finished hand", () => {
  it("names the winner, the pot and the winning hand", () =>
    expect(resultSentence(finishedHand())).toBe("Seat 3 wins $184 with kings and eights"));
  it("names no hand without a showdown", () => expect(resultSentence(finishedHand({ showdown: false }))).toBe("Seat 3 wins $184"));
  it("names all seats that share the pot", () =>
    expect(resultSentence(finishedHand({ winners: [3, 5] }))).toContain("Seats 3 and 5 share $184"));
  it("has the fee separately", () => expect(potResult(finishedHand()).feeCents).toBe(500));
});

describe("a finished hand of the viewer", () => {
  const settledSeat = (seat: number, won: number) => ({ seat, won_cents: won, put_in_cents: 5000, net_cents: won - 5000 });
  const pot = (cents: number, ...winners: number[]) => ({
    cents,
    seats: [3, 5],
    winners: winners.map((seat) => ({ seat, cents, odd_cents: 0 })),
  });
  const settled = (won: number, pots: object[]) => ({ pots, seats: [settledSeat(3, won), settledSeat(5, 0)] }) as never;
  const own = (seat: number, won: number, pots: object[], given: object = {}) => ({
    ...finishedHand(given),
    settled_hand: settled(won, pots),
    player: { results: [{ seat }] },
  });

  it("says the viewer's own win first", () => {
    expect(resultSentence(own(3, 18_400, [pot(18_400, 3)]))).toBe("You win $184 with kings and eights");
    expect(resultReason(own(3, 18_400, [pot(18_400, 3)]))).toBe("The best hand of those that were shown.");
    expect(resultReason(own(3, 18_400, [pot(18_400, 3)], { showdown: false }))).toBe("Everybody else folded.");
  });
  it("says which part of the pots the viewer won", () => {
    expect(resultSentence(own(3, 9_200, [pot(9_200, 5), pot(9_200, 3)]))).toBe("You win $92 of $184 with kings and eights");
    expect(resultReason(own(3, 9_200, [pot(9_200, 5), pot(9_200, 3)]))).toBe("The main pot goes to seat 5.");
    expect(resultReason(own(3, 9_200, [pot(18_400, 3, 5)]))).toBe("An equal hand at seat 5: the pot is shared.");
  });
  it("names no card of the viewer that was not shown", () =>
    expect(resultReason(own(5, 18_400, [pot(18_400, 3)]))).toBe("You did not show your cards."));
});

describe("a hand in progress", () => {
  const card = (nth: number) => ({ position_in_hand: nth, card_number: nth, is_face_down: true });
  const viewWithBoard = (board: number) => {
    const seats = [
      { seat: 3, state: "in" },
      { seat: 5, state: "in" },
    ];
    const hand = { stage: board === 5 ? "showdown" : "flop", seats, betting: null };
    const cards = (count: number) => Array.from({ length: count }, (_, nth) => card(nth + 1));
    return tableView({
      phase: "dealing",
      table_stakes: { hand } as never,
      hands: { "player:3": cards(2), "player:5": cards(2), board: cards(board) },
    });
  };

  it("announces more cards only until the board is complete", () => {
    expect(dealingSentence(viewWithBoard(3)).next).toBe("The dealer opens the next cards.");
    expect(dealingSentence(viewWithBoard(5))).toEqual({ main: "Showdown", next: "All cards lie open: the hands are compared." });
  });
});

describe("a hand that ends before the showdown", () => {
  it("is over when all but one have folded, and is no showdown", () => {
    const seats = [
      { seat: 3, state: "in" },
      { seat: 5, state: "folded" },
    ];
    const hands = { "player:3": [1, 2].map((nth) => ({ position_in_hand: nth, card_number: nth, is_face_down: true })), board: [] };
    const view = tableView({ phase: "dealing", table_stakes: { hand: { stage: "river", seats, betting: null } } as never, hands });
    expect(dealingSentence(view)).toEqual({ main: "The hand is over", next: "Everybody else has folded." });
  });
});

describe("the positions of the seats", () => {
  it("are different for all seats", () => {
    for (const seats of [2, 4, 6, 8, 9])
      for (const isTall of [false, true]) expect(new Set(seatPositions(seats, isTall).map(({ x, y }) => `${x} ${y}`)).size).toBe(seats);
  });
  it("start at the bottom with the viewer's seat and go clockwise", () => {
    expect(seatPositions(9, false)[0]).toEqual({ x: 50, y: 86 });
    expect(seatPositions(9, false)[1]?.x).toBeLessThan(50);
    expect(seatsClockwiseFrom([{ seat: 1 }, { seat: 2 }, { seat: 3 }], 2).map((seat) => seat.seat)).toEqual([2, 3, 1]);
  });
  it("have the bets between the seats and the middle", () =>
    expect([betPosition({ x: 8, y: 61 }, false).x, betPosition({ x: 13, y: 48 }, true).x].every((x) => x > 13)).toBe(true));
});
