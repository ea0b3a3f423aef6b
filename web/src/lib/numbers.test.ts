import { describe, expect, it } from "vitest";
import { formatProbability } from "./probability";
import { formatCount, formatDecimal, formatPercent, formatShare } from "./numbers";
import { formatSignedDollars, formatDollars, formatExactDollars } from "./money";

const sources = import.meta.glob<string>(["../**/*.svelte", "../**/*.ts", "!../**/*.test.ts", "!../words/**", "!../**/words/**"], { eager: true, query: "?raw", import: "default" });
const BY_HAND = /\.toFixed\(|\.toLocaleString\(|NumberFormat\(|replace\("-"/;
/** What is written into a field is typed on by a person: no signs, no commas. */
const FIELDS = ["AmountInput.svelte", "PlayerCash.svelte"];
/** The contrast of two colours, on the page that shows them. */
const OWN = ["/numbers.ts", "/money.ts", "ThemeColours.svelte"];

describe("figures", () => {
  it("thousands stand apart, and there is one minus sign", () => expect([formatCount(1_234_567), formatCount(-1234), formatDecimal(-0.5, 2)]).toEqual(["1,234,567", "−1,234", "−0.50"]));
  it("nothing is less than nothing", () => expect([formatDecimal(-0.001, 2), formatPercent(-0.001, 1), formatDollars(-0)]).toEqual(["0.00", "0.0%", "$0"]));
  it("books are to the cent", () => expect([formatExactDollars(123_400), formatExactDollars(-5), formatSignedDollars(-750)]).toEqual(["$1,234.00", "−$0.05", "−$7.50"]));

  it.each([
    [0, "0%"],
    [1, "100%"],
    [0.0105, "1.050%"],
    [-0.0124, "−1.240%"],
    [0.000_046, "0.0046%"],
    [0.999_998_5, "99.99985%"],
  ])("a share of %d is %s", (part, words) => expect(formatShare(part)).toBe(words));

  it.each([
    [0.4462, "44.620%"],
    [1 / 4165, "1 in 4,165"],
    [1 / 649_740, "1 in 649,740"],
    [0, "0%"],
  ])("a chance of %d is %s", (part, words) => expect(formatProbability(part)).toBe(words));

  it("nobody writes figures by hand", () => {
    const found = Object.entries(sources).filter(([path, text]) => BY_HAND.test(text) && ![...FIELDS, ...OWN].some((name) => path.endsWith(name)));
    expect(found.map(([path]) => path)).toEqual([]);
    expect(Object.keys(sources).length).toBeGreaterThan(200);
  });
});
