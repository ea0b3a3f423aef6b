import { describe, expect, it } from "vitest";
import { BANK, BETTING, PLAYER, result, settled, table } from "../../games/testing/table";
import { resultOf, resultsHere } from "../results";
import { askedClock, bankClock, betsClock, clockAt } from "../table-clock";
import { othersTold, silenceTold, sumTold } from "./told";

describe("the clocks of a table", () => {
  const asking = (until: number | null) => table({ phase: "dealing", decision: { questions: [], deadline_at: until, time_limit_seconds: 15 } as never });
  const offered = table({ phase: "between-rounds", player_dealer: { ...BANK, stage: "offering", answer_until: 9000, posted_cents: null } });

  it("stand while the table does", () => {
    expect(clockAt(table(), 5000)).toBe(5000);
    expect(clockAt(table({ betting: { ...BETTING, clock_stopped_at: 3000 } }), 5000)).toBe(3000);
  });
  it("count down to the end of betting, from the first chip on", () => {
    expect(betsClock(table(), 5000)).toEqual({ left: 15_000, of: 20_000 });
    expect(betsClock(table({ betting: { ...BETTING, closes_at: null } }), 5000)).toEqual({ left: 20_000, of: 20_000 });
    expect(betsClock(table({ phase: "dealing" }), 5000)).toBeNull();
  });
  it("count down to the answer about the bank until it is posted", () => {
    expect(bankClock(offered, 5000)).toEqual({ left: 4000, of: 20_000 });
    expect(bankClock({ ...offered, player_dealer: { ...BANK, answer_until: 9000 } }, 5000)).toBeNull();
    expect(bankClock(table(), 5000)).toBeNull();
  });
  it("count down to a decision, and never below nothing", () => {
    expect(askedClock(asking(9000), 5000)).toEqual({ left: 4000, of: 15_000 });
    expect(askedClock(asking(4000), 5000)?.left).toBe(0);
    expect(askedClock(asking(null), 5000)).toBeNull();
    expect(askedClock(table(), 5000)).toBeNull();
  });
});

describe("what came of a wager", () => {
  const ended = (...results: Parameters<typeof settled>[0]) => table({ last_round: settled(results) });

  it("is what came of it at the seat one bets at", () => {
    const view = ended(result("player", "win", 2500), result("player", "lose", -500, { seat: 4 }));
    expect(resultOf(view, 2, PLAYER)?.net_cents).toBe(2500);
    expect(resultsHere(view, 1)).toHaveLength(2);
  });
  it("is one sum where it lay on several hands", () => {
    const view = ended(result("player", "win", 2500, { hand: 1, name: "natural" }), result("player", "lose", -5000, { hand: 2, cents: 5000 }));
    expect(resultOf(view, 2, PLAYER)).toMatchObject({ cents: 7500, net_cents: -2500, result: "lose", name: "" });
  });
  it("is no push where one hand lost what another won", () => {
    const even = resultOf(ended(result("player", "win", 2500, { hand: 1 }), result("player", "lose", -2500, { hand: 2 })), 2, PLAYER);
    expect(even).toMatchObject({ cents: 5000, net_cents: 0, hands: { won: 1, lost: 1, pushed: 0 } });
    const pushed = resultOf(ended(result("player", "push", 0, { hand: 1 }), result("player", "push", 0, { hand: 2 })), 2, PLAYER);
    expect([pushed?.result, pushed?.hands]).toEqual(["push", undefined]);
  });
  it("is nothing where nothing lay", () => expect(resultOf(ended(result("tie", "lose", -2500)), 2, PLAYER)).toBeNull());
});

describe("what every game says that asks", () => {
  const sum = (result_cents: number, fee_cents = 0) => sumTold({ results: [], spots: [], staked_cents: 2500, net_cents: result_cents + fee_cents, jackpot_cents: 0, fee_cents, result_cents });

  it("is what the round came to", () => expect([sum(5000), sum(0), sum(-2500)]).toEqual(["You win $50.", "All even: $25 comes back.", "−$25 this round."]));
  it("is with the collection in it, and says so", () => expect([sum(4900, 100), sum(-2600, 100)]).toEqual(["You win $49. Collection $1 included.", "−$26 this round. Collection $1 included."]));
  it("is what silence does", () => expect(silenceTold("Stand")).toBe("No answer: stand."));
  it("is who decides, to whoever watches", () => expect(othersTold("2, 3", "Check")).toEqual({ main: "Seat 2, 3 decides", next: "At zero the game's own answer is taken: check." }));
});
