import { describe, expect, it } from "vitest";
import { PLAYER_DEALER, BETTING, PLAYER, TIE, settledRound, tableView } from "../../games/testing/table-view";
import {
  wagerGroupLimits,
  mainLimitsText,
  formatMoneyRange,
  roundNumber,
  displayedTimeLeftMs,
  tableStage,
  bettingTimeLeftMs,
} from "./stage";

const betweenRounds = { phase: "between-rounds" as const };
const freeHand = { next_hand: { free_hand: true, card_carried: false } };
const decisionWithDefault = (defaultChoice: string) => ({
  deadline_at: 9000,
  time_limit_seconds: 15,
  questions: [{ seat: 2, hand: 1, choices: [], default_choice: defaultChoice, question_number: 1, is_own: false }],
  next_seats: [],
});

describe("the stage of a table", () => {
  it.each([
    [{}, "betting"],
    [{ betting: { ...BETTING, closes_at: 4000 } }, "last_seconds"],
    [{ betting: { ...BETTING, closes_at: null } }, "waiting"],
    [{ ...freeHand }, "free"],
    [{ phase: "dealing" as const }, "dealing"],
    [{ phase: "dealing" as const, ...freeHand }, "free"],
    [{ phase: "dealing" as const, decision: decisionWithDefault("stand") }, "deciding"],
    [{ phase: "dealing" as const, decision: decisionWithDefault("check") }, "checking"],
    [{ phase: "dealing" as const, decision: decisionWithDefault("fold") }, "folding"],
    [{ ...betweenRounds, last_round: settledRound([]), ...freeHand }, "free"],
    [{ ...betweenRounds }, "next"],
    [{ ...betweenRounds, shoe: null }, "shoe"],
    [{ ...betweenRounds, player_dealer: { ...PLAYER_DEALER, posted_cents: null } }, "posting"],
    [{ is_paused: true }, "paused"],
    [{ hold_reasons: ["fault"] }, "fault"],
    [{ hold_reasons: ["fault", "dispute"] }, "dispute"],
    [{ phase: "closed" as const }, "closed"],
  ])("%j: %s", (view, name) => expect(tableStage(tableView(view), 1000).name).toBe(name));
});

describe("the countdown", () => {
  it("does not change while the clock is stopped", () =>
    expect(bettingTimeLeftMs(tableView({ betting: { ...BETTING, clock_stopped_at: 5000 } }), 9000)).toBe(15_000));
  it("is never negative", () => expect(bettingTimeLeftMs(tableView(), 99_000)).toBe(0));
  it("shows the full betting time before the first bet, and nothing when betting is not open", () => {
    expect(displayedTimeLeftMs(tableView({ betting: { ...BETTING, closes_at: null } }), 0)).toBe(20_000);
    expect(displayedTimeLeftMs(tableView({ phase: "dealing" }), 0)).toBeNull();
  });
});

it("returns the lowest minimum and the highest maximum of a group of wagers", () => {
  const limits = wagerGroupLimits(tableView(), [PLAYER.group, TIE.group]);
  expect(limits === null ? "" : formatMoneyRange(limits)).toBe("$5–$500");
  expect(wagerGroupLimits(tableView(), ["none"])).toBeNull();
});

it("shows the buy-in as the limits of a table-stakes game, and has its own stage for setting hands there", () => {
  const buy_in = { least_cents: 10_000, most_cents: null, chip_cents: 100, limit_type: "", stakes_cents: [], cite: "" };
  const stakes = {
    stacks: [],
    posted: [],
    points: [],
    outcomes: [],
    opponents: 1,
    buy_in,
    waiting: [],
    button: null,
    least_players: 2,
    can_start_hand: true,
    hand: null,
    time_bank: null,
  };
  const settingRequest = (seat: number) => ({ seat, hands: [], question_number: 1, is_own: false, default_choice: "foul" });
  const arrangements = { deadline_at: 9000, time_limit_seconds: 60, done_seats: [], requests: [settingRequest(4), settingRequest(2)] };
  expect(mainLimitsText(tableView({ table_stakes: stakes }))).toBe("$100+");
  expect(tableStage(tableView({ phase: "dealing", table_stakes: stakes, arrangements }), 0)).toEqual({
    name: "laying",
    params: { seats: "2, 4" },
  });
  expect(tableStage(tableView({ phase: "dealing", arrangements }), 0).name).toBe("setting");
});

it("reads the number of a round from its id", () => expect(roundNumber("ez-1/000131")).toBe(131));
