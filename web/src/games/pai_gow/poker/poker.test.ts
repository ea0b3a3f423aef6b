import { describe, expect, it } from "vitest";
import type { LastRound } from "../../../lib/types";
import type { FinishedRound } from "../../../table/game-parts";
import { ownResult, settledRound, tableView, wager } from "../../testing/table-view";
import { outcomeCounts, record } from "../shared/record";
import { handsOnTable, handsOfFinishedRound, handOutcome } from "../shared/hands";
import { compareHands, headlineReason, seatPayments, settledWagers, wagerReason } from "../shared/result";
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

const value = (category: string | null, ...ranks: string[]) => ({ total: null, is_soft: false, category, ranks, cards: [] });
const VALUES = {
  "dealer/high": value("pair", "Q", "5", "3", "2"),
  "dealer/low": value("high-card", "T", "6"),
  "player:2/high": value("three-of-a-kind", "A", "K", "4"),
  "player:2/low": value("pair", "9"),
  "player:5/high": value("pair", "Q", "5", "3", "2"),
  "player:5/low": value("high-card", "T", "6"),
};
const BASE = wager("base", { short_title: "Pai Gow", role: "main" });
const FORTUNE = wager("fortune", { short_title: "Fortune", envy_from_cents: 2500 });

/** Makes a settled round of seat 2, where the viewer bet, with these comparisons of its high and low hand. */
function settled(high: string, low: string, facts: Record<string, unknown> = {}, results = [ownResult("base", "push", 0)]): LastRound {
  const comparisons = { "seat 2 high": high, "seat 2 low": low };
  return settledRound(results, {
    round: "pg/000001",
    family: "pai-gow-poker",
    cards: CARDS,
    hand_values: VALUES,
    facts: { ...FACTS, ...comparisons, ...facts },
  });
}
const viewOf = (last: LastRound) => tableView({ phase: "between-rounds", wagers: [BASE, FORTUNE], last_round: last });

describe("the headline says the viewer's case first", () => {
  it.each([
    ["win", "win", {}, "You win both hands", "Both hands are higher."],
    ["lose", "win", {}, "Push: you won the low hand", "One hand each: the wager pushes."],
    ["copy-win", "lose", {}, "Push: you won the high hand", "One hand each: the wager pushes."],
    ["lose", "copy-lose", {}, "You lose both hands", "Both hands are the player-dealer's. A copy goes to the player-dealer."],
    ["foul", "foul", {}, "Foul: you lose both hands", "The low hand outranks the high."],
    ["lose", "lose", { dealer_ace_high: true }, "Push: the player-dealer is ace high", "Both hands are the player-dealer's."],
  ])("high %s, low %s %j", (high, low, facts, headline, reason) => {
    const result = high === "win" ? "win" : high === low || low === "copy-lose" ? "lose" : "push";
    const last = settled(high, low, facts, [ownResult("base", result, 0)]);
    expect(resultSentence(last as FinishedRound, viewOf(last))).toBe(headline);
    expect(headlineReason(handsOfFinishedRound(last).seats.find((hand) => hand.seat === 2) ?? null)).toBe(reason);
  });
});

describe("one sentence between two hands says who won and why", () => {
  const verdicts = (last: LastRound, seat: number, isOwnBank = false) => {
    const hands = handsOfFinishedRound(last);
    return compareHands(hands, hands.seats.find((hand) => hand.seat === seat) ?? null, isOwnBank, () => []);
  };
  it("names both hands, the winner lit", () => {
    const [high, low] = verdicts(settled("win", "win"), 2);
    expect([high?.verdict, high?.winner, high?.above?.who, high?.below?.who]).toEqual([
      "Three aces over pair of queens: you win it",
      "below",
      "Player-dealer, seat 1",
      "You",
    ]);
    expect(low?.verdict).toBe("Pair of nines over ten-six: you win it");
    expect(low?.shortVerdict).toBe("You win it");
  });
  it("a copy and a foul are said as such", () => {
    expect(verdicts(settled("foul", "copy-lose"), 2).map(({ shortVerdict }) => shortVerdict)).toEqual(["", ""]);
    expect(verdicts(settled("foul", "copy-lose"), 2).map(({ verdict, winner }) => [verdict, winner])).toEqual([
      ["A foul: the player-dealer wins it", "above"],
      ["A copy: the player-dealer wins it", "above"],
    ]);
  });
  it("hands with the same name are told apart by the first rank that differs, or by the joker", () => {
    const last = settled("win", "win");
    const values = { ...VALUES, "player:5/high": value("pair", "Q", "7", "3", "2") };
    const verdict = (handValues: typeof VALUES) =>
      verdicts({ ...last, hand_values: handValues, facts: { ...last.facts, "seat 5 high": "win" } }, 5)[0]?.verdict;
    expect(verdict(values)).toBe("Pair of queens, seven over five: you win it");
    expect(verdict(VALUES)).toBe("Pair of queens, with the joker: you win it");
  });
  it("for the player-dealer the seat's hand is above", () => {
    const [high] = verdicts(settled("win", "win"), 2, true);
    expect([high?.verdict, high?.winner, high?.above?.who]).toEqual(["Three aces over pair of queens: seat 2 wins it", "above", "Seat 2"]);
  });
});

it("every wager of the viewer has its result and its reason", () => {
  const results = [
    ownResult("fortune", "win", 12_500, { name: "Full house" }),
    ownResult("base", "push", 0),
    ownResult("envy", "win", 500, { cents: 0, name: "Envy" }),
  ];
  const last = settled("lose", "win", { own_card_wagers: "fortune", "seat 5 envy": "Four of a kind" }, results);
  const view = viewOf(last);
  const withFee = { ...last, player: { ...last.player!, parts: [...last.player!.parts, { kind: "fee" as const, cents: -100 }] } };
  const wagers = settledWagers(view, withFee, (result) => wagerReason(view, last, handsOfFinishedRound(last), result));
  expect(wagers.map(({ title, resultText, reason }) => [title, resultText, reason])).toEqual([
    ["Pai Gow", "Push", "one hand each: $25 comes back"],
    ["Fortune", "+$125", "Full house in your 7 cards"],
    ["Envy Bonus", "+$5", "Four of a kind at seat 5"],
    ["Collection", "\u2212$1", "taken before the deal"],
  ]);
});

it("another seat's payments are listed apart, the main wager first", () => {
  const last = settled("win", "win");
  const results = [
    ownResult("fortune", "win", 62_500, { seat: 5 }),
    ownResult("base", "push", 0, { seat: 5 }),
    ownResult("base", "lose", -2500, { seat: 5, bettor: "behind" }),
  ];
  expect(seatPayments(viewOf(last), { ...last, results }, 5).map(({ title, resultText }) => [title, resultText])).toEqual([
    ["Pai Gow", "Push"],
    ["Fortune", "+$625"],
  ]);
});
