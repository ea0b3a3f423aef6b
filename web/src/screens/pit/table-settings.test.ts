import { describe, expect, it } from "vitest";
import { TIMER_SETTINGS, ALL_STEPS, toSeconds, isStepRequired, hasSameSteps, timerChoices, withStep } from "./table-settings";

describe("the choices of timer settings", () => {
  it.each(TIMER_SETTINGS)("include the current value of %s, in order and without duplicates", (name) => {
    for (const current of [7, 900, 4000]) {
      const times = timerChoices(name, current);
      expect(times).toContain(current);
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    }
  });

  it("are converted to seconds", () => {
    expect(toSeconds("card_ms", 900)).toBe(0.9);
    expect(toSeconds("result_ms", 4000)).toBe(4);
    expect(toSeconds("betting_seconds", 20)).toBe(20);
  });
});

describe("required steps", () => {
  it("can be added to the list and removed", () => {
    expect(withStep(["wash"], "cut", true)).toEqual(["wash", "cut"]);
    expect(withStep(["wash", "cut"], "cut", true)).toEqual(["wash", "cut"]);
    expect(withStep(["wash", "cut"], "wash", false)).toEqual(["cut"]);
  });

  it("include every step if the list contains ALL_STEPS", () => {
    expect(isStepRequired([ALL_STEPS], "whatever-comes")).toBe(true);
    expect(isStepRequired(["wash"], "cut")).toBe(false);
  });

  it("are the same in any order", () => {
    expect(hasSameSteps(["wash", "cut"], ["cut", "wash"])).toBe(true);
    expect(hasSameSteps(["wash"], ["wash", "cut"])).toBe(false);
  });
});
