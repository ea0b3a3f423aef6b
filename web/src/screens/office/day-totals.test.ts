import { describe, expect, it } from "vitest";
import { roundAxisEnd, axisRange, holdText, hoursBetween, reportTotals } from "./day-totals";
import type { Report } from "./reports";

const report = (totals: Report["totals"]): Report => ({ report: "tables", since: 0, until: 1, rows: [], totals, summary: {} });

describe("the totals of a day", () => {
  it("come from the server's report", () => {
    const totals = { drop_cents: 500, wagered_cents: 10_000, revenue_cents: -250, hold_percent: "-2.5000", rounds: 4 };
    expect(reportTotals(report(totals))).toEqual(totals);
    expect(reportTotals(report({}))).toEqual(reportTotals(null));
    expect(holdText(reportTotals(report(totals)))).toBe("−2.50%");
    expect(holdText(reportTotals(null))).toBe("–");
  });
  it("cover each hour that has begun once, up to the end", () => {
    const noon = 12 * 3_600_000;
    const hours = hoursBetween(0, noon + 60_000);
    expect(hours.length).toBe(13);
    expect(hours.at(-1)).toEqual([noon, noon + 60_000]);
    for (const [index, [since]] of hours.entries()) expect(since).toBe(index === 0 ? 0 : hours[index - 1]![1]);
    expect(hoursBetween(0, 1e12).length).toBe(36);
  });
  it.each([
    [0, 100],
    [99, 100],
    [101, 200],
    [2100, 2500],
    [26_000, 50_000],
  ])("end an axis for %i at %i", (maximum, end) => expect(roundAxisEnd(maximum)).toBe(end));
  it("have an axis that goes below zero only for a loss", () => {
    expect(axisRange([416_200, -10_400])).toEqual({ top: 500_000, bottom: -20_000 });
    expect(axisRange([416_200, 10_400])).toEqual({ top: 500_000, bottom: 0 });
  });
});
