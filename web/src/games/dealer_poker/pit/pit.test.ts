import { describe, expect, it } from "vitest";
import { cardPosition, decisionTexts, roundOutcome } from "../../../screens/pit/round-text";
import type { StaffRound } from "../../../lib/types";
import { loadParts, gameNames } from "../../../table/game-loader";

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
    expect(roundOutcome(FAMILY, round())).toBe("Player-dealer has pair of queens, king kicker");
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
