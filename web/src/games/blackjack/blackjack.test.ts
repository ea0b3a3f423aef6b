import { describe, expect, it } from "vitest";
import { resultHeadline, resultReason, settledSpots } from "./result-sentences";
import { dealingSentence, unavailableChoices } from "./terminal-sentences";
import { choiceValue, type Advice } from "../../table/deciding/coach.svelte";
import type { Question } from "../../lib/types";
import { ownResult, settledRound, tableView, wager } from "../testing/table-view";
import { type BlackjackHand, handsOfLastRound, handsOnTable, handTotal, isNatural, parseHandId } from "./hands";
import { ownSeats } from "../../ui/hands-on-table";
import { dealerResultSentence } from "./sentences";
import { handName } from "./words";

const MAIN = wager("blackjack", { title: "Blackjack", group: "line" });
const INSURANCE = wager("insurance", { title: "Insurance", is_placed_during_round: true });
const wagers = [MAIN, INSURANCE];
const dealtCards = (cards: string[], faceDown = 0) =>
  cards.map((card, index) => {
    const isFaceDown = index >= cards.length - faceDown;
    return { position_in_hand: index + 1, card_number: index + 1, is_face_down: isFaceDown, ...(isFaceDown ? {} : { card }) };
  });
const game = { family: "blackjack" } as never;

describe("the total of a hand", () => {
  it.each([
    [["As", "6h"], 17, true],
    [["As", "6h", "Td"], 17, false],
    [["As", "Ah"], 12, true],
    [["Ks", "Qh", "5d"], 25, false],
    [["As", "Kh"], 21, true],
  ])("%j", (cards, total, isSoft) => expect(handTotal(cards)).toEqual({ total, isSoft }));

  it("a natural has two cards", () => expect([isNatural(["As", "Th"]), isNatural(["7s", "7h", "7d"])]).toEqual([true, false]));
});

describe("the hands on the table", () => {
  const dealing = tableView({
    game,
    wagers,
    phase: "dealing",
    hands: {
      dealer: dealtCards(["6c", "Td"], 1),
      "player:2/1": dealtCards(["8s", "3d"]),
      "player:2/2": dealtCards(["8h"]),
      "player:4": dealtCards(["9h", "9d"]),
    },
    hand_states: [
      { hand: "dealer", seat: null, total: null, is_soft: false, state: "waiting", stake_cents: 0 },
      { hand: "player:2/1", seat: 2, total: 11, is_soft: false, state: "playing", stake_cents: 2500 },
      { hand: "player:2/2", seat: 2, total: 8, is_soft: false, state: "waiting", stake_cents: 2500 },
      { hand: "player:4", seat: 4, total: 18, is_soft: false, state: "waiting", stake_cents: 5000 },
    ],
    decision: {
      deadline_at: 9000,
      time_limit_seconds: 15,
      questions: [{ seat: 2, hand: 1, choices: [], default_choice: "stand", question_number: 2, is_own: true }],
      next_seats: [4],
    },
  });

  it("are grouped by seat, and a face-down card is null", () => {
    const tableHands = handsOnTable(dealing, null);
    expect(tableHands.dealer.cards.map((shown) => shown.card)).toEqual(["6c", null]);
    expect(tableHands.seats.map((seat) => [seat.seat, seat.hands.map((hand) => [hand.handNumber, hand.handCount])])).toEqual([
      [
        2,
        [
          [1, 2],
          [2, 2],
        ],
      ],
      [4, [[1, 1]]],
    ]);
    expect(ownSeats(dealing, tableHands)).toEqual([2]);
  });

  it("have names with seat and number", () => {
    expect(["dealer", "player:2", "player:2/3"].map(handName)).toEqual(["Dealer", "Seat 2", "Seat 2, hand 3"]);
    expect(parseHandId("player:12/4")).toEqual({ seat: 12, handNumber: 4 });
  });

  it("the status line says who decides", () => {
    expect(dealingSentence(dealing).next).toBe("No answer: stand.");
    const otherSeatDecides = tableView({
      ...dealing,
      decision: {
        deadline_at: 9000,
        time_limit_seconds: 15,
        questions: [{ seat: 4, hand: 1, choices: [], default_choice: "stand", question_number: 1, is_own: false }],
        next_seats: [],
      },
    });
    expect(dealingSentence(otherSeatDecides).main).toBe("Seat 4 decides");
  });

  it("the status line says whether the viewer's turn is still to come", () => {
    const spots = [{ seat: 4, bettor: "player", wagers: { blackjack: 5000 } }];
    const decision = {
      ...dealing.decision,
      questions: [{ seat: 2, hand: 1, choices: [], default_choice: "stand", question_number: 2, is_own: false }],
    } as never;
    const own = { ...dealing.player, seat: 4, spots } as never;
    expect(dealingSentence(tableView({ ...dealing, player: own, decision }))).toMatchObject({
      main: "Your turn comes next",
      next: "Seat 2 still decides.",
    });
    const handStates = dealing.hand_states.map((hand) => (hand.seat === 4 ? { ...hand, state: "stood" as const } : hand));
    expect(dealingSentence(tableView({ ...dealing, player: own, decision, hand_states: handStates })).main).toBe("Your hands are played");
  });

  it("the status line announces the next card, not the one that a split has moved", () => {
    const hands = {
      ...dealing.hands,
      "player:2/1": dealtCards(["8s"]),
      "player:2/2": [{ position_in_hand: 1, card_number: 7, is_face_down: false, card: "8h" }],
    };
    const drawing = { next: { hand: "player:2/1", position_in_hand: 2 }, standing_hands: [] };
    expect(dealingSentence(tableView({ ...dealing, hands, next_draw: drawing, decision: null })).main).toBe("A card for Seat 2, hand 1");
  });
});

describe("a finished round", () => {
  const cards = { dealer: ["6c", "Td", "5h"], "player:2/1": ["8s", "3d", "Ts"], "player:2/2": ["8h", "9s"], "player:4": ["As", "Kd"] };
  const results = [
    ownResult("blackjack", "push", 0, { hand: 1 }),
    ownResult("blackjack", "lose", -2500, { hand: 2 }),
    ownResult("insurance", "lose", -500, { cents: 500 }),
  ];
  const last = settledRound(results, { cards });

  it("has the outcome of each hand", () => {
    const tableHands = handsOfLastRound({ wagers }, { ...last, results: [...results, ownResult("blackjack", "win", 3000, { seat: 4 })] });
    const outcomes = tableHands.seats.flatMap((seat) => seat.hands.map((hand) => [hand.name, hand.state, hand.outcome, hand.netCents]));
    expect(outcomes).toEqual([
      ["player:2/1", "stood", "push", 0],
      ["player:2/2", "stood", "lose", -2500],
      ["player:4", "natural", "win", 3000],
    ]);
  });

  it("recognizes a surrendered hand by its partial loss, and 31 by its win", () => {
    const surrendered = handsOfLastRound(
      { wagers },
      settledRound([ownResult("blackjack", "lose", -1250)], { cards: { dealer: ["9c", "7d"], "player:2": ["Ts", "6h"] } }),
    );
    expect(surrendered.seats[0]?.hands[0]?.state).toBe("surrendered");
    const thirtyOne = handsOfLastRound(
      { wagers },
      settledRound([ownResult("blackjack", "win", 7500)], { cards: { dealer: ["9c", "9d"], "player:2": ["7s", "7h", "7d", "Ts"] } }),
    );
    expect(thirtyOne.seats[0]?.hands[0]?.state).toBe("31");
  });

  it("has result sentences", () => {
    expect(dealerResultSentence(cards)).toBe("Dealer has 21");
    expect(dealerResultSentence({ dealer: ["6c", "Td", "6h"] })).toBe("Dealer busts with 22");
    expect(dealerResultSentence({ dealer: ["Ac", "Td"] })).toBe("Dealer has blackjack");
  });

  it("says what became of several hands, and not that they pushed", () => {
    const view = tableView({ game, wagers, phase: "between-rounds", last_round: last });
    expect(resultHeadline(view, last)).toBe("Your hands: 1 lost, 1 push. Dealer has 21");
    expect(resultReason(view, last)).toBe("Hand 1: both have 21. Hand 2: 21 over 17. Insurance lost, −$5.");
    expect(settledSpots(view).map(({ wager, reason }) => [wager.id, reason])).toEqual([
      ["blackjack", ""],
      ["insurance", "no blackjack of the dealer's"],
    ]);
  });

  it.each([
    ["win", 2500, ["9c", "9d"], ["Ts", "Th"], "You win: 20 over 18"],
    ["lose", -2500, ["9c", "9d"], ["Ts", "7h"], "You lose: 18 over 17"],
    ["lose", -2500, ["9c", "9d"], ["Ts", "7h", "6d"], "You lose: bust with 23"],
    ["lose", -1250, ["9c", "7d"], ["Ts", "6h"], "You lose: given up, half comes back"],
    ["lose", -2500, ["Ac", "Kd"], ["Ts", "Th"], "You lose: dealer has blackjack"],
    ["push", 0, ["Ac", "Kd"], ["As", "Th"], "Push: both have blackjack"],
    ["push", 0, ["9c", "9d"], ["Ts", "8h"], "Push: both have 18"],
    ["win", 3000, ["9c", "9d"], ["As", "Th"], "You win: blackjack"],
    ["win", 2500, ["9c", "6d", "Td"], ["Ts", "3h"], "You win: dealer busts with 25"],
    ["win", 2500, ["9c", "9d"], ["2s", "2h", "2d", "3s", "3h", "3d"], "You win: 15, by the rules of the table"],
  ] as const)("of one hand: %s %i, %j against %j: %s", (outcome, net, dealer, own, headline) => {
    const round = settledRound([ownResult("blackjack", outcome, net)], { cards: { dealer: [...dealer], "player:2": [...own] } });
    expect(resultHeadline(tableView({ game, wagers }), round)).toBe(headline);
  });

  it("is described by the dealer's hand for viewers without a wager", () =>
    expect(resultHeadline(tableView({ game, wagers }), settledRound([], { cards }))).toBe("Dealer has 21"));
});

describe("the reason why a choice is not offered", () => {
  const hand = (cards: string[], handCount = 1): BlackjackHand => ({
    name: "player:2",
    seat: 2,
    handNumber: 1,
    handCount,
    cards: cards.map((card, index) => ({ nth: index, card })),
    total: 0,
    isSoft: false,
    state: "playing",
    stakeCents: 2500,
    outcome: null,
    netCents: 0,
  });
  const question = (...choices: string[]): Question => ({
    seat: 2,
    hand: 1,
    default_choice: "stand",
    question_number: 1,
    is_own: true,
    choices: choices.map((choice) => ({
      do: choice,
      least_cents: choice === "split" ? 2500 : 0,
      most_cents: choice === "split" ? 2500 : 0,
    })),
  });
  const reasons = (asked: Question, ownHand: BlackjackHand, balanceCents = 10_000) =>
    Object.fromEntries(unavailableChoices(asked, ownHand, balanceCents).map(({ choice, reason }) => [choice, reason]));

  it("is derived from the cards", () => {
    expect(reasons(question("stand", "hit"), hand(["8s", "3d", "2c"]))).toEqual({
      "double-down": "Only with the first two cards.",
      split: "Only with the first two cards.",
      surrender: "Only before a card is drawn.",
    });
    expect(reasons(question("stand", "hit", "double-down", "surrender"), hand(["8s", "3d"]))).toEqual({
      split: "Only two cards of one value are split.",
    });
    expect(reasons(question("stand", "hit", "double-down"), hand(["8s", "8d"], 4))).toMatchObject({
      split: "This seat has as many hands as it may have: 4.",
      surrender: "Not on a hand that was split.",
    });
  });

  it("is the balance if the choice costs more", () =>
    expect(reasons(question("stand", "hit", "double-down", "split", "surrender"), hand(["8s", "8d"]), 1000)).toEqual({
      split: "That takes $25, and your credit is $10.",
    }));
});

describe("the value of a choice", () => {
  const advice: Advice = {
    seat: 2,
    hand: 1,
    question: 1,
    best: "double-down",
    ways: [],
    options: [
      { do: "double-down", value: 0.6 },
      { do: "hit", value: 0.35 },
    ],
  };
  it("a double for less is interpolated between hit and double", () =>
    expect([choiceValue(advice, "double-down", 1), choiceValue(advice, "double-down", 0.5), choiceValue(advice, "hit", 1)]).toEqual(
      [0.6, 0.45, 0.35].map((value): unknown => expect.closeTo(value)),
    ));
  it("partial insurance costs less", () => {
    const insuranceOffered: Advice = {
      ...advice,
      best: "decline",
      options: [
        { do: "decline", value: -0.1 },
        { do: "insure", value: -0.14 },
      ],
    };
    expect(choiceValue(insuranceOffered, "insure", 0.5)).toBeCloseTo(-0.12);
  });
});
