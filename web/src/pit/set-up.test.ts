import { describe, expect, it } from "vitest";
import { CLOCKS, EVERY_STEP, inSeconds, isRequired, sameSteps, timesOf, withStep } from "./set-up";

describe("the lists a table is set up from", () => {
  it.each(CLOCKS)("has what is in force for %s, in order and once", (name) => {
    for (const now of [7, 900, 4000]) {
      const times = timesOf(name, now);
      expect(times).toContain(now);
      expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
    }
  });

  it("says every time in seconds", () => {
    expect(inSeconds("card_ms", 900)).toBe(0.9);
    expect(inSeconds("result_ms", 4000)).toBe(4);
    expect(inSeconds("betting_seconds", 20)).toBe(20);
  });
});

describe("the steps that may not be left out", () => {
  it("puts one on the list, and takes it off", () => {
    expect(withStep(["wash"], "cut", true)).toEqual(["wash", "cut"]);
    expect(withStep(["wash", "cut"], "cut", true)).toEqual(["wash", "cut"]);
    expect(withStep(["wash", "cut"], "wash", false)).toEqual(["cut"]);
  });

  it("takes them all for every one of them", () => {
    expect(isRequired([EVERY_STEP], "whatever-comes")).toBe(true);
    expect(isRequired(["wash"], "cut")).toBe(false);
  });

  it("knows the same list in another order", () => {
    expect(sameSteps(["wash", "cut"], ["cut", "wash"])).toBe(true);
    expect(sameSteps(["wash"], ["wash", "cut"])).toBe(false);
  });
});
