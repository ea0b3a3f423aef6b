import { describe, expect, it } from "vitest";
import { roundAxisEnd, axisRange, holdText, hoursBetween, reportTotals } from "./day-totals";
import type { Report } from "./reports";

const report = (totals: Report["totals"]): Report => ({ report: "tables", since: 0, until: 1, rows: [], totals, summary: {} });

describe("the day", () => {
  it("shows the sums that the server tells", () => {
    const told = { drop_cents: 500, wagered_cents: 10_000, revenue_cents: -250, hold_percent: "-2.5000", rounds: 4 };
    expect(reportTotals(report(told))).toEqual(told);
    expect(reportTotals(report({}))).toEqual(reportTotals(null));
    expect(holdText(reportTotals(report(told)))).toBe("−2.50%");
    expect(holdText(reportTotals(null))).toBe("–");
  });
  it("has the hours that have begun, each once and to the end", () => {
    const noon = 12 * 3_600_000;
    const hours = hoursBetween(0, noon + 60_000);
    expect(hours.length).toBe(13);
    expect(hours.at(-1)).toEqual([noon, noon + 60_000]);
    for (const [nth, [since]] of hours.entries()) expect(since).toBe(nth === 0 ? 0 : hours[nth - 1]![1]);
    expect(hoursBetween(0, 1e12).length).toBe(36);
  });
  it.each([[0, 100], [99, 100], [101, 200], [2100, 2500], [26_000, 50_000]])("ends an axis over %i at %i", (most, end) => expect(roundAxisEnd(most)).toBe(end));
  it("has one axis that reaches below zero for a loss and not without one", () => {
    expect(axisRange([416_200, -10_400])).toEqual({ top: 500_000, bottom: -20_000 });
    expect(axisRange([416_200, 10_400])).toEqual({ top: 500_000, bottom: 0 });
  });
});
