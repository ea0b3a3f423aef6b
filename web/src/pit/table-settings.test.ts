import { describe, expect, it } from "vitest";
import { TIMER_SETTINGS, ALL_STEPS, toSeconds, isStepRequired, hasSameSteps, timerChoices, withStep } from "./table-settings";

describe("the lists a table is set up from", () => {
  it.each(TIMER_SETTINGS)("has what is in force for %s, in order and once", (name) => {
    for (const now of [7, 900, 4000]) {
      const times = timerChoices(name, now);
      expect(times).toContain(now);
      expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
    }
  });

  it("says every time in seconds", () => {
    expect(toSeconds("card_ms", 900)).toBe(0.9);
    expect(toSeconds("result_ms", 4000)).toBe(4);
    expect(toSeconds("betting_seconds", 20)).toBe(20);
  });
});

describe("the steps that may not be left out", () => {
  it("puts one on the list, and takes it off", () => {
    expect(withStep(["wash"], "cut", true)).toEqual(["wash", "cut"]);
    expect(withStep(["wash", "cut"], "cut", true)).toEqual(["wash", "cut"]);
    expect(withStep(["wash", "cut"], "wash", false)).toEqual(["cut"]);
  });

  it("takes them all for every one of them", () => {
    expect(isStepRequired([ALL_STEPS], "whatever-comes")).toBe(true);
    expect(isStepRequired(["wash"], "cut")).toBe(false);
  });

  it("knows the same list in another order", () => {
    expect(hasSameSteps(["wash", "cut"], ["cut", "wash"])).toBe(true);
    expect(hasSameSteps(["wash"], ["wash", "cut"])).toBe(false);
  });
});
