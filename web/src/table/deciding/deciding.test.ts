import { describe, expect, it } from "vitest";
import { PLAYER_DEALER, BETTING, PLAYER, ownResult, settledRound, tableView } from "../../games/testing/table-view";
import { wagerResult, resultsAtSeat } from "../betting/results";
import { decisionCountdown, bankOfferCountdown, bettingCountdown, clockTime } from "../betting/countdowns";
import { spotsOnPhone, type SettledSpot } from "./settled-spots";
import { waitingForOthers, defaultChoiceText, netResultText } from "./decision-sentences";

describe("countdowns", () => {
  const asking = (until: number | null) =>
    tableView({ phase: "dealing", decision: { questions: [], deadline_at: until, time_limit_seconds: 15 } as never });
  const offered = tableView({
    phase: "between-rounds",
    player_dealer: { ...PLAYER_DEALER, stage: "offering", answer_until: 9000, posted_cents: null },
  });

  it("stop while the table's clock is stopped", () => {
    expect(clockTime(tableView(), 5000)).toBe(5000);
    expect(clockTime(tableView({ betting: { ...BETTING, clock_stopped_at: 3000 } }), 5000)).toBe(3000);
  });
  it("run to the end of betting, from the first chip on", () => {
    expect(bettingCountdown(tableView(), 5000)).toEqual({ leftMs: 15_000, totalMs: 20_000 });
    expect(bettingCountdown(tableView({ betting: { ...BETTING, closes_at: null } }), 5000)).toEqual({ leftMs: 20_000, totalMs: 20_000 });
    expect(bettingCountdown(tableView({ phase: "dealing" }), 5000)).toBeNull();
  });
  it("run for a bank offer until the bank is posted", () => {
    expect(bankOfferCountdown(offered, 5000)).toEqual({ leftMs: 4000, totalMs: 20_000 });
    expect(bankOfferCountdown({ ...offered, player_dealer: { ...PLAYER_DEALER, answer_until: 9000 } }, 5000)).toBeNull();
    expect(bankOfferCountdown(tableView(), 5000)).toBeNull();
  });
  it("run to a decision and never go below zero", () => {
    expect(decisionCountdown(asking(9000), 5000)).toEqual({ leftMs: 4000, totalMs: 15_000 });
    expect(decisionCountdown(asking(4000), 5000)?.leftMs).toBe(0);
    expect(decisionCountdown(asking(null), 5000)).toBeNull();
    expect(decisionCountdown(tableView(), 5000)).toBeNull();
  });
});

describe("the result of a wager", () => {
  const ended = (...results: Parameters<typeof settledRound>[0]) => tableView({ last_round: settledRound(results) });

  it("is the result at the betting seat", () => {
    const view = ended(ownResult("player", "win", 2500), ownResult("player", "lose", -500, { seat: 4 }));
    expect(wagerResult(view, 2, PLAYER)?.net_cents).toBe(2500);
    expect(resultsAtSeat(view, 1)).toHaveLength(2);
  });
  it("is the sum of several hands", () => {
    const view = ended(
      ownResult("player", "win", 2500, { hand: 1, name: "natural" }),
      ownResult("player", "lose", -5000, { hand: 2, cents: 5000 }),
    );
    expect(wagerResult(view, 2, PLAYER)).toMatchObject({ cents: 7500, net_cents: -2500, result: "lose", name: "" });
  });
  it("is not a push if one hand won and another lost", () => {
    const even = wagerResult(
      ended(ownResult("player", "win", 2500, { hand: 1 }), ownResult("player", "lose", -2500, { hand: 2 })),
      2,
      PLAYER,
    );
    expect(even).toMatchObject({ cents: 5000, net_cents: 0, handCounts: { won: 1, lost: 1, pushed: 0 } });
    const pushed = wagerResult(ended(ownResult("player", "push", 0, { hand: 1 }), ownResult("player", "push", 0, { hand: 2 })), 2, PLAYER);
    expect([pushed?.result, pushed?.handCounts]).toEqual(["push", undefined]);
  });
  it("is null without a bet", () => expect(wagerResult(ended(ownResult("tie", "lose", -2500)), 2, PLAYER)).toBeNull());
});

describe("the settled spots on a phone", () => {
  const spot = (id: string, result: "win" | "lose", group: "line" | "side" = "side") =>
    ({ wager: { ...PLAYER, id, group }, result: ownResult(id, result, 0), reason: "" }) as SettledSpot;
  const line = spot("line", "lose", "line");

  it("are all of a few", () => expect(spotsOnPhone([line, spot("a", "win"), spot("b", "lose")])).toHaveLength(3));
  it("are the lines and the winners of many", () => {
    const many = Array.from({ length: 6 }, (_, nth) => spot(`${nth}`, nth === 2 ? "win" : "lose"));
    expect(spotsOnPhone([line, ...many]).map(({ wager }) => wager.id)).toEqual(["line", "2"]);
  });
});

describe("sentences of games with decisions", () => {
  const sum = (result_cents: number, fee_cents = 0) =>
    netResultText({
      results: [],
      seats: [],
      placed_cents: 0,
      spots: [],
      staked_cents: 2500,
      net_cents: result_cents + fee_cents,
      jackpot_cents: 0,
      fee_cents,
      result_cents,
      parts: [],
      came_back_cents: 2500 + result_cents + fee_cents,
      wagers: [],
    });

  it("the net result", () =>
    expect([sum(5000), sum(0), sum(-2500)]).toEqual(["You win $50.", "All even: $25 comes back.", "−$25 this round."]));
  it("the net result includes the collection and says so", () =>
    expect([sum(4900, 100), sum(-2600, 100)]).toEqual([
      "You win $49. Collection $1 included.",
      "−$26 this round. Collection $1 included.",
    ]));
  it("the default choice", () => expect(defaultChoiceText("Stand")).toBe("No answer: stand."));
  it("the deciding seats, for viewers who watch", () =>
    expect(waitingForOthers("2, 3", "Check")).toEqual({
      main: "Seat 2, 3 decides",
      next: "At zero the game's own answer is taken: check.",
    }));
});
