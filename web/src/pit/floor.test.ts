import { describe, expect, it } from "vitest";
import { result } from "../testing/table";
import { expected } from "./floor.svelte";
import { cardPlace, decisionsOf, handName, outcome } from "./names";
import type { KeptRound } from "./types";

const CARDS = { dealer: ["Kd", "Qc"], board: ["Qs", "9s", "7h", "4d", "2h"], "player:2": ["Ac", "Ad"] };
const FACTS = { dealer_qualifies: true, dealer: "pair of queens, king kicker", "seat 2": "pair of aces, queen kicker" };
const DEALT = [
  { card: "Ac", hand: "player:2", nth: 1 },
  { card: "Ad", hand: "player:2", nth: 2 },
  { card: "Kd", hand: "dealer", nth: 1 },
];

function round(...results: KeptRound["results"]): KeptRound {
  return { cards: CARDS, facts: FACTS, dealt: DEALT, results } as never;
}

const bet = (wager: string, cents: number): KeptRound["results"][number] => ({ ...result(wager, "win", cents, { cents }), account: "player:1", title: wager, rules: [] });

describe("what the par sheet expects to be held", () => {
  const sheet = {
    wagers: [
      { wager: "ante", house_edge: 0.02185, game: { parts: { ante: 0, blind: 0, play: 0 } } },
      { wager: "blind", house_edge: -0.5 },
      { wager: "play", house_edge: 0.3 },
      { wager: "trips", house_edge: 0.019 },
    ],
  };

  it("counts a poker hand's edge once, on its Ante, and all that was put down", () => {
    const played = round(bet("ante", 1000), bet("blind", 1000), bet("play", 4000));
    expect(expected([played], sheet)).toBeCloseTo((1000 * 0.02185) / 6000);
  });

  it("counts every other wager by its own", () => expect(expected([round(bet("trips", 500))], sheet)).toBeCloseTo(0.019));
});

describe("a poker round in the pit", () => {
  it("is told by what the player-dealer had", () => {
    expect(outcome(round())).toBe("Player-dealer has pair of queens, king kicker");
    expect(outcome({ cards: CARDS, facts: { ...FACTS, dealer_qualifies: false } })).toContain("does not qualify");
  });

  it("keeps what was decided, and that nobody spoke", () => {
    const answers = [{ card: "Ac" } as never, { seat: 2, decided: "check" }, { mark: "silence" }, { seat: 2, decided: "play-1" }, { mark: "called" }];
    expect(decisionsOf({ ...round(), answers })).toEqual(["Seat 2: Check", "no answer in time", "Seat 2: Play 1x"]);
  });

  it("names its hands, a blackjack round its dealer", () => {
    expect([cardPlace(round(), 2), cardPlace(round(), 3)]).toEqual(["Seat 2, card 2", "Player-dealer, card 1"]);
    expect([handName("dealer"), handName("board"), handName("banker")]).toEqual(["Dealer", "Board", "Banker"]);
  });
});
