import { expect, it } from "vitest";
import { dayAfter, luckText, percentText, playedHours, type HourFigures, type Luck } from "./day-figures";

const LUCK: Luck = {
  rounds: 10,
  wagered_cents: 100_00,
  win_cents: 2_00,
  hold_percent: "2.0000",
  expected_cents: 1_20,
  deviation_cents: 30_00,
  deviations: "0.8",
  is_within_luck: true,
  one_day_in: null,
  is_deviation_bound: false,
  rounds_without_sheet: 0,
};
const hour = (rounds: number): HourFigures => ({
  since: rounds,
  until: 0,
  rounds,
  wagered_cents: 0,
  win_cents: 0,
  expected_cents: null,
  rounds_without_sheet: 0,
});

it("says in words whether a win is within chance", () => {
  expect(luckText(LUCK)).toBe("within chance: 0.8 deviations");
  expect(luckText({ ...LUCK, is_within_luck: false, deviations: "2.5" })).toBe("outside chance: 2.5 deviations");
  expect(luckText({ ...LUCK, is_deviation_bound: true })).toBe("may be chance: at least 0.8 deviations");
});

it("says plainly that rounds have no exact par sheet", () => {
  expect(luckText({ ...LUCK, deviations: null, rounds_without_sheet: 2 })).toBe("no exact par sheet for 2 rounds");
});

it("shows the hours from the first to the last with a round, and the running one", () => {
  const hours = [hour(0), hour(3), hour(0), hour(5), hour(0)];
  expect(playedHours(hours, false).map((one) => one.rounds)).toEqual([3, 0, 5]);
  expect(playedHours(hours, true).map((one) => one.rounds)).toEqual([3, 0, 5, 0]);
  expect(playedHours([hour(0)], true)).toEqual([]);
});

it("steps from day to day over the end of a month", () => {
  expect(dayAfter("2026-11-30", 1)).toBe("2026-12-01");
  expect(dayAfter("2026-03-01", -1)).toBe("2026-02-28");
});

it("shows a percentage with two decimals, and a dash for none", () => {
  expect(percentText("-12.3312")).toBe("−12.33%");
  expect(percentText(null)).toBe("–");
});
