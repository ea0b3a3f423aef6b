import { describe, expect, it } from "vitest";
import { PLAYER_DEALER, BETTING, PLAYER, TIE, settledRound, tableView } from "../games/testing/table-view";
import { wagerGroupLimits, mainLimitsText, formatMoneyRange, roundNumber, displayedTimeLeftMs, tableStage, bettingTimeLeftMs } from "./stage";

const between = { phase: "between-rounds" as const };
const free = { next_hand: { free_hand: true, card_carried: false } };
const asks = (silence: string) => ({ deadline_at: 9000, time_limit_seconds: 15, questions: [{ seat: 2, hand: 1, choices: [], default_choice: silence, question_number: 1, is_own: false }], next_seats: [] });

describe("the board says", () => {
  it.each([
    [{}, "betting"],
    [{ betting: { ...BETTING, closes_at: 4000 } }, "last_seconds"],
    [{ betting: { ...BETTING, closes_at: null } }, "waiting"],
    [{ ...free }, "free"],
    [{ phase: "dealing" as const }, "dealing"],
    [{ phase: "dealing" as const, ...free }, "free"],
    [{ phase: "dealing" as const, decision: asks("stand") }, "deciding"],
    [{ phase: "dealing" as const, decision: asks("check") }, "checking"],
    [{ phase: "dealing" as const, decision: asks("fold") }, "folding"],
    [{ ...between, last_round: settledRound([]), ...free }, "free"],
    [{ ...between }, "next"],
    [{ ...between, shoe: null }, "shoe"],
    [{ ...between, player_dealer: { ...PLAYER_DEALER, posted_cents: null } }, "posting"],
    [{ is_paused: true }, "paused"],
    [{ hold_reasons: ["fault"] }, "fault"],
    [{ hold_reasons: ["fault", "dispute"] }, "dispute"],
    [{ phase: "closed" as const }, "closed"],
  ])("%j: %s", (given, name) => expect(tableStage(tableView(given), 1000).name).toBe(name));
});

describe("the countdown", () => {
  it("stands still while the clocks do", () => expect(bettingTimeLeftMs(tableView({ betting: { ...BETTING, clock_stopped_at: 5000 } }), 9000)).toBe(15_000));
  it("is never below nothing", () => expect(bettingTimeLeftMs(tableView(), 99_000)).toBe(0));
  it("shows the whole of it before the first chip, and nothing when no bets are open", () => {
    expect(displayedTimeLeftMs(tableView({ betting: { ...BETTING, closes_at: null } }), 0)).toBe(20_000);
    expect(displayedTimeLeftMs(tableView({ phase: "dealing" }), 0)).toBeNull();
  });
});

it("limits of a kind of wager, from the least to the most", () => {
  const limits = wagerGroupLimits(tableView(), [PLAYER.group, TIE.group]);
  expect(limits === null ? "" : formatMoneyRange(limits)).toBe("$5–$500");
  expect(wagerGroupLimits(tableView(), ["none"])).toBeNull();
});

it("where seats play one another, the limits are what one brings, and a hand out of order loses", () => {
  const buy_in = { least_cents: 10_000, most_cents: null, chip_cents: 100, limit_type: "", stakes_cents: [], cite: "" };
  const stakes = { stacks: [], posted: [], points: [], buy_in, waiting: [], button: null, least_players: 2, can_start_hand: true, hand: null, time_bank: null };
  const setting = (seat: number) => ({ seat, hands: [], question_number: 1, is_own: false, default_choice: "foul" });
  const arranging = { deadline_at: 9000, time_limit_seconds: 60, done_seats: [], requests: [setting(4), setting(2)] };
  expect(mainLimitsText(tableView({ table_stakes: stakes }))).toBe("$100+");
  expect(tableStage(tableView({ phase: "dealing", table_stakes: stakes, arrangements: arranging }), 0)).toEqual({ name: "laying", params: { seats: "2, 4" } });
  expect(tableStage(tableView({ phase: "dealing", arrangements: arranging }), 0).name).toBe("setting");
});

it("the number of a round in its table", () => expect(roundNumber("ez-1/000131")).toBe(131));
