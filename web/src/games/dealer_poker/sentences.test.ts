import { describe, expect, it } from "vitest";
import type { Card, Hand, TableView } from "../../lib/types";
import { gameNames, loadParts } from "../../table/game-loader";
import { PLAYER_DEALER, settledRound, tableView } from "../testing/table-view";
import { cardsInDealOrder, handName, lastRoundSentence, nextStepReason, nextStepSentence } from "../../table/dealer/next-step";
import { isCommandAllowed } from "../../screens/dealer/supervisor-commands";
import { cardsToTurn } from "./sentences";
import { cardPosition, decisionTexts, roundOutcome } from "../../screens/pit/round-text";
import type { StaffRound } from "../../lib/types";
import { tableStage } from "../../table/board/stage";

await Promise.all(["three-card", "ultimate-holdem"].map((family) => loadParts("dealer", family)));
const backs = (count: number, from: number, open: readonly string[] = []): Card[] =>
  Array.from({ length: count }, (_, nth) => {
    const card = open[nth];
    return {
      position_in_hand: nth + 1,
      card_number: from + nth,
      is_face_down: card === undefined,
      ...(card === undefined ? {} : { card }),
    };
  });
const seat = (number: number, state: Hand["state"] = "waiting", stake = 2000): Hand => ({
  hand: `player:${number}`,
  seat: number,
  total: null,
  is_soft: false,
  state,
  stake_cents: stake,
});
const chips = (number: number, ...times: number[]) => [
  { seat: number, bettor: "player", wager: "ante", cents: 2000, is_own: false },
  ...times.map((multiple) => ({
    seat: number,
    bettor: "player",
    wager: "play",
    cents: 2000 * multiple,
    is_own: false,
    is_added_wager: true,
  })),
];
const decision = (number: number, silence = "check") => ({
  deadline_at: 9000,
  time_limit_seconds: 15,
  questions: [{ seat: number, hand: 1, choices: [], default_choice: silence, question_number: 1, is_own: false }],
  next_seats: [],
});
const staff = (next_step: NonNullable<TableView["staff"]>["next_step"]): never => ({ next_step, corrections: [], holds: [] }) as never;

/** Returns a hold'em table view with seats 2 and 3; `open` lists the face-up community cards. */
function holdem(open: readonly string[], given: Partial<TableView>): TableView {
  return tableView({
    game: { family: "ultimate-holdem" } as never,
    phase: "dealing",
    hands: { dealer: backs(2, 5), board: backs(5, 7, open), "player:2": backs(2, 1), "player:3": backs(2, 3) },
    hand_states: [seat(2, "playing"), seat(3)],
    chips: [...chips(2), ...chips(3)],
    decision: decision(2),
    staff: staff({ text: "", command: "decide", seat: 2 }),
    ...given,
  });
}

const FLOP = ["Qs", "9s", "7h"];
const RIVER = [...FLOP, "4d", "2h"];

describe("a round of hold'em, step by step", () => {
  it("names the hand of the next card, and gives the reason", () => {
    const view = holdem([], { decision: null, staff: staff({ text: "", command: "read-card", hand: "board", position_in_hand: 4 }) });
    expect(nextStepSentence(view, 0)).toBe("Deal: Board, fourth card");
    expect(nextStepReason(view)).toBe("Face down: what is entered is shown again when its time comes.");
    const own = holdem([], { decision: null, staff: staff({ text: "", command: "read-card", hand: "player:3", position_in_hand: 2 }) });
    expect(nextStepSentence(own, 0)).toBe("Deal: Seat 3, second card");
  });

  it("names the seat that decides, and the default choice", () => {
    expect(nextStepSentence(holdem([], {}), 0)).toBe("Seat 2 decides");
    expect(nextStepReason(holdem([], {}))).toBe("No answer in time: check.");
  });

  it("tells the dealer to turn cards only with the first question of a street", () => {
    expect(nextStepSentence(holdem(FLOP, {}), 0)).toBe("Turn the flop; seat 2 decides");
    expect(cardsToTurn(holdem(FLOP, { hand_states: [seat(2), seat(3, "playing")], decision: decision(3) }))).toBeNull();
    expect(nextStepSentence(holdem(RIVER, { decision: decision(2, "fold") }), 0)).toBe("Turn the last two; seat 2 decides");
  });

  it("infers from the Play wager on which street a seat played", () => {
    const early = {
      hand_states: [seat(2, "played", 10_000), seat(3, "playing")],
      chips: [...chips(2, 4), ...chips(3)],
      decision: decision(3),
    };
    expect(cardsToTurn(holdem(FLOP, early))).toBe("flop");
    const now = { hand_states: [seat(2, "played", 6000), seat(3, "playing")], chips: [...chips(2, 2), ...chips(3)], decision: decision(3) };
    expect(cardsToTurn(holdem(FLOP, now))).toBeNull();
    expect(cardsToTurn(holdem(RIVER, now))).toBe("rest");
    const folded = { hand_states: [seat(2, "folded"), seat(3, "playing")], decision: decision(3, "fold") };
    expect(cardsToTurn(holdem(RIVER, folded))).toBeNull();
  });

  it("ends with turning all hands, and names the player-dealer's hand", () => {
    const hands = {
      dealer: backs(2, 5, ["Kd", "Qc"]),
      board: backs(5, 7, RIVER),
      "player:2": backs(2, 1, ["Ac", "Ad"]),
      "player:3": backs(2, 3, ["8s", "6d"]),
    };
    const view = holdem(RIVER, {
      hands,
      hand_values: { dealer: { total: null, is_soft: false, category: "pair", ranks: ["Q", "K", "9", "8"], cards: [] } },
      decision: null,
      staff: staff({ text: "", command: "call-result" }),
    });
    expect(nextStepSentence(view, 0)).toBe("Turn all hands, call the result");
    expect(nextStepReason(view)).toBe("Player-dealer: pair of queens, king kicker");
  });
});

it("in three-card poker the player-dealer's last card is turned before the first question", () => {
  const view = holdem([], {
    game: { family: "three-card" } as never,
    hands: {
      dealer: [...backs(2, 7), { position_in_hand: 3, card_number: 9, is_face_down: false, card: "2s" }],
      "player:2": backs(3, 1),
      "player:3": backs(3, 4),
    },
    decision: decision(2, "fold"),
  });
  expect(nextStepSentence(view, 0)).toBe("Turn the third card; seat 2 decides");
  expect(nextStepReason(view)).toContain("No answer in time: fold.");
});

it("describes a settled round by the player-dealer's hand", () => {
  const cards = { dealer: ["Kd", "9c"], board: RIVER, "player:2": ["Ac", "Ad"] };
  expect(
    lastRoundSentence(
      holdem([], {}),
      settledRound([], {
        cards,
        facts: { dealer: "king high, queen kicker", dealer_qualifies: false, "seat 2": "pair of aces, queen kicker" },
      }),
    ),
  ).toBe("Player-dealer: king high, queen kicker, does not qualify");
  expect(handName("board", holdem([], {}))).toBe("Board");
});

it("lists face-down cards too: they can be corrected unseen", () => {
  const dealt = cardsInDealOrder(holdem(FLOP, {}));
  expect(dealt.map((card) => [card.cardNumber, card.hand, card.card])).toContainEqual([1, "player:2", null]);
  expect(dealt.map((card) => card.cardNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

it("allows no free hand in games with a fresh deck each round", () => {
  const between = { phase: "between-rounds" as const };
  expect([isCommandAllowed("free-hand", tableView(between)), isCommandAllowed("free-hand", holdem([], between))]).toEqual([true, false]);
});

const FAMILY = "ultimate-holdem";
await loadParts("pit", FAMILY);
const CARDS = { dealer: ["Kd", "Qc"], board: ["Qs", "9s", "7h", "4d", "2h"], "player:2": ["Ac", "Ad"] };
const FACTS = { dealer_qualifies: true, dealer: "pair of queens, king kicker", "seat 2": "pair of aces, queen kicker" };
const DEALT = [
  { card: "Ac", hand: "player:2", nth: 1 },
  { card: "Ad", hand: "player:2", nth: 2 },
  { card: "Kd", hand: "dealer", nth: 1 },
];

const round = (): StaffRound => ({ family: FAMILY, cards: CARDS, facts: FACTS, dealt: DEALT, results: [] }) as never;

describe("a poker round in the pit", () => {
  it("is described by the player-dealer's hand", () => {
    expect(roundOutcome(FAMILY, round())).toBe("Player-dealer: pair of queens, king kicker");
    expect(roundOutcome(FAMILY, { cards: CARDS, facts: { ...FACTS, dealer_qualifies: false } })).toContain("does not qualify");
  });

  it("lists the decisions, and where nobody answered in time", () => {
    const answers = [
      { card: "Ac" } as never,
      { seat: 2, decided: "check" },
      { mark: "silence" },
      { seat: 2, decided: "play-1" },
      { mark: "called" },
    ];
    expect(decisionTexts({ ...round(), answers })).toEqual(["Seat 2: Check", "no answer in time", "Seat 2: Play 1x"]);
  });

  it("has display names for its hands", () => {
    expect([cardPosition(round(), 2), cardPosition(round(), 3)]).toEqual(["Seat 2, card 2", "Player-dealer, card 1"]);
    expect(gameNames(FAMILY).handName("board")).toBe("Board");
  });
});

const between = { phase: "between-rounds" as const };
const poker = { family: "ultimate-holdem" } as never;
const card = (face_down: boolean) => ({ position_in_hand: 1, card_number: 1, is_face_down: face_down });

it.each([
  [{ phase: "dealing" as const, game: poker, hands: { dealer: [card(true)] } }, "dealing"],
  [{ phase: "dealing" as const, game: poker, hands: { dealer: [card(false)] } }, "showdown"],
  [{ ...between, game: poker, shoe: null, player_dealer: PLAYER_DEALER }, "deck"],
  [{ ...between, game: poker, shoe: null, player_dealer: { ...PLAYER_DEALER, posted_cents: null } }, "posting"],
])("the stage of %j is %s", (given, name) => expect(tableStage(tableView(given), 1000).name).toBe(name));
