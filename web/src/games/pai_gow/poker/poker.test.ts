import { describe, expect, it } from "vitest";
import type { LastRound } from "../../../lib/types";
import type { FinishedRound } from "../../../table/game-parts";
import { tableView } from "../../testing/table-view";
import { outcomeCounts, record } from "../shared/record";
import { handsOnTable, handsOfFinishedRound, handOutcome } from "../shared/hands";
import { jokerNote, resultSentence, sortCards } from "../shared/sentences";
import { handName } from "../shared/words";

const CARDS = {
  "dealer/high": ["Qs", "Qh", "5c", "3s", "2h"],
  "dealer/low": ["Tc", "6d"],
  "player:2/high": ["As", "Ah", "JK", "Kd", "4s"],
  "player:2/low": ["9d", "9c"],
  "player:5/high": ["2c", "3d", "5h", "7s", "8d"],
  "player:5/low": ["Td", "6h"],
};
const FACTS = {
  against: "dealer",
  high: "pair of queens, five kicker",
  low: "ten high, six kicker",
  dice: [4, 3, 2],
  action: 5,
  bank: 1,
  "seat 2 high": "win",
  "seat 2 low": "win",
  "seat 5 high": "lose",
  "seat 5 low": "copy-lose",
};
const LAST = {
  round: "pg/000001",
  status: "settled",
  family: "pai-gow-poker",
  cards: CARDS,
  hand_values: {},
  facts: FACTS,
} as unknown as LastRound;

it("a finished round lists the seats from the action button on, and names the player-dealer's hands", () => {
  const hands = handsOfFinishedRound(LAST);
  expect(hands.seats.map((hand) => hand.seat)).toEqual([5, 2]);
  expect(hands.seats.map(handOutcome)).toEqual(["lose", "win"]);
  expect(hands.dealer.parts?.low.madeHand).toEqual({ category: "high-card", high: "T", kicker: "6" });
  expect(resultSentence(LAST as FinishedRound)).toBe("Player-dealer: pair of queens and ten-six");
});

it("another seat's set hand has no parts; the viewer's hand has its two parts", () => {
  const back = (nth: number) => ({ position_in_hand: nth, card_number: nth, is_face_down: true });
  const up = (card: string, nth: number) => ({ ...back(nth), card });
  const handState = (hand: string, seat: number | null, state: string) => ({
    hand,
    seat,
    total: null,
    is_soft: false,
    state,
    stake_cents: 0,
  });
  const view = tableView({
    phase: "dealing",
    hand_states: [
      handState("dealer", null, "waiting"),
      handState("player:2/high", 2, "set"),
      handState("player:2/low", 2, "set"),
      handState("player:3", 3, "set"),
    ],
    hands: {
      dealer: [1, 2].map(back),
      "player:2/high": [up("As", 1)],
      "player:2/low": [up("9d", 2)],
      "player:3": [1, 2, 3, 4, 5, 6, 7].map(back),
    },
  });
  const hands = handsOnTable(view, null);
  expect(hands.seats.map((hand) => [hand.seat, hand.state, hand.parts !== null, hand.cards.length])).toEqual([
    [2, "set", true, 2],
    [3, "set", false, 7],
  ]);
});

describe("the joker note says what the joker stands for", () => {
  it.each([
    [["As", "Ah", "JK", "Kd", "4s"], { category: "three", high: "A" }, "The joker counts as ace here."],
    [["Ks", "JK"], { category: "high-card", high: "A", kicker: "K" }, "The joker counts as ace here."],
    [["5s", "6s", "7s", "8s", "JK"], { category: "straight-flush", high: "9" }, "The joker completes the hand here."],
    [["9d", "9c"], { category: "pair", high: "9" }, ""],
  ] as const)("%j", (cards, madeHand, note) => expect(jokerNote(cards, madeHand)).toBe(note));
});

it("cards are sorted by frequency of the rank, then from high to low", () => {
  expect(sortCards(["4s", "9c", "As", "9d", "JK"])).toEqual(["As", "JK", "9c", "9d", "4s"]);
  expect(sortCards(["4s", "9c", "Kd", "9d", "JK"])).toEqual(["9c", "9d", "JK", "Kd", "4s"]);
});

it("the road counts seats by the hands they won", () => {
  const seats = [
    { seat: 2, outcomes: ["win", "copy-win"] },
    { seat: 3, outcomes: ["lose", "win"] },
    { seat: 4, outcomes: ["copy-lose", "lose"] },
  ];
  const rounds = [{ bank: 1, dealer: [], seats }];
  expect(record({ record: { kind: "seat-marks", rounds } }, 12).rounds.map((round) => round.number)).toEqual([12]);
  expect(outcomeCounts(rounds)).toEqual({ won: 1, pushed: 1, lost: 1 });
});

it("hands have display names", () => {
  expect(["dealer", "player:3", "player:3/low", "banker/high"].map(handName)).toEqual([
    "Player-dealer",
    "Seat 3",
    "Seat 3, Low hand",
    "Banker, High hand",
  ]);
});
