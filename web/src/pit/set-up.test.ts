import { describe, expect, it } from "vitest";
import { CLOCKS, inSeconds, timesOf } from "./set-up";

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
