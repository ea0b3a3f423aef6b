import { describe, expect, it } from "vitest";
import { added, axisEnd, holdShown, hoursOf } from "./day";

const house = { drop_cents: 500, wagered_cents: 10_000, hold_cents: 250, hold_percent: "2.5000", revenue_cents: 250, rounds: 4 };
const banked = { drop_cents: 0, wagered_cents: 90_000, hold_cents: 0, hold_percent: null, revenue_cents: 800, rounds: 8 };

describe("the day", () => {
  it("adds tables up", () => expect(added([house, banked])).toEqual({ drop: 500, wagered: 100_000, win: 1050, held: 250, heldOf: 10_000, rounds: 12 }));
  it("holds of what the house banked only", () => {
    expect(holdShown(added([house, banked]))).toBe("2.50%");
    expect(holdShown(added([{ ...house, hold_cents: -250 }]))).toBe("−2.50%");
    expect(holdShown(added([banked]))).toBe("–");
  });
  it("has the hours that have begun, each once and to the end", () => {
    const noon = 12 * 3_600_000;
    const hours = hoursOf(0, noon + 60_000);
    expect(hours.length).toBe(13);
    expect(hours.at(-1)).toEqual([noon, noon + 60_000]);
    for (const [nth, [since]] of hours.entries()) expect(since).toBe(nth === 0 ? 0 : hours[nth - 1]![1]);
    expect(hoursOf(0, 1e12).length).toBe(36);
  });
  it.each([[0, 100], [99, 100], [101, 200], [2100, 2500], [26_000, 50_000]])("ends an axis over %i at %i", (most, end) => expect(axisEnd(most)).toBe(end));
});
